import { endOfWord, isWhiteSpace, skipWhiteSpace } from '../white-space.js';
import { closersOf, isEscapable } from './quotes.js';

interface Span {
  /** Index of the first UTF-16 code unit in the message. */
  readonly start: number;
  /** Index after the last one. */
  readonly end: number;
}

/** A piece of text: quotes taken off, escapes resolved. Code in backticks stays as it is written. */
export interface Word extends Span {
  readonly kind: 'word';
  readonly text: string;
}

/** `--name`, `--name=value`, or with the em dash that phones make of two hyphens. */
export interface LongOption extends Span {
  readonly kind: 'long';
  readonly name: string;
  readonly value: Word | undefined;
  /** An em dash also begins a word of ordinary prose, so an unknown name behind it is no mistake. */
  readonly certain: boolean;
}

/** `-a`, `-abc` or `-a=value`. */
export interface ShortOptions extends Span {
  readonly kind: 'short';
  readonly letters: string;
  readonly value: Word | undefined;
}

/** `--`: what follows are words, whatever they begin with. */
interface OptionsEnd extends Span {
  readonly kind: 'options-end';
}

export type Token = Word | LongOption | ShortOptions | OptionsEnd;

/** What differs from command to command. */
export interface TokenRules {
  /** Characters that a backslash makes plain text, beside those that always are. */
  readonly escapable?: string;
  /** Whether `name:value` is an option for this name; without it such a word is text. */
  readonly isColonName?: ((name: string) => boolean) | undefined;
}

const space = 0x20;
const hyphen = 0x2d;
const emDash = 0x2014;
const equalsSign = 0x3d;
const colon = 0x3a;
const backslash = 0x5c;
const backtick = 0x60;
const letter = /^\p{L}/u;

/** ASCII characters with which a word may begin that is neither quoted, nor code, nor an option. */
const beginsPlain = new Uint8Array(128).map((_, code) => ('"\'`-'.includes(String.fromCharCode(code)) ? 0 : 1));
/** ASCII characters that a plain word holds as they are. */
const staysPlain = new Uint8Array(128).map((_, code) => (code === backslash || isWhiteSpace(code) ? 0 : 1));

/**
 * Reads a message's tokens one by one, from left to right, in time linear in its length. Any text has tokens: a quote
 * or code span that is never closed is text.
 */
export class TokenReader {
  private optionsEnded = false;
  /** Openers known to lack a closer from here on, a bit each; looking for it again at each would take quadratic time. */
  private unclosed = 0;

  constructor(
    private readonly source: string,
    private position = 0,
    private readonly rules: TokenRules = {},
  ) {}

  next(): Token | undefined {
    const { source } = this;
    // One space stands between nearly all words; only what else there is has to be looked for.
    let start = source.charCodeAt(this.position) === space ? this.position + 1 : this.position;
    if (!this.beginsWord(start)) start = skipWhiteSpace(source, start);
    this.position = start;
    if (start === source.length) return undefined;
    const token = this.beginsPlain(start)
      ? this.readPlain(start)
      : ((this.optionsEnded ? undefined : this.readOption(start)) ?? this.readWord(start));
    this.position = token.end;
    return token;
  }

  private beginsWord(start: number): boolean {
    const first = this.source.charCodeAt(start);
    return first > space && first < 0x80;
  }

  /** Nearly every word does; it saves the look-ups. */
  private beginsPlain(start: number): boolean {
    const first = this.source.charCodeAt(start);
    return first < 128 && beginsPlain[first] === 1 && this.rules.isColonName === undefined;
  }

  private readOption(start: number): Token | undefined {
    const first = this.source.charCodeAt(start);
    if (first === emDash) return this.readLong(start, start + 1);
    if (first !== hyphen) return this.rules.isColonName && this.readColon(start, this.rules.isColonName);
    if (this.source.charCodeAt(start + 1) !== hyphen) return this.readShort(start);
    if (!this.endsWordAt(start + 2)) return this.readLong(start, start + 2);
    this.optionsEnded = true;
    return { kind: 'options-end', start, end: start + 2 };
  }

  private readLong(start: number, nameStart: number): LongOption | undefined {
    if (!this.hasLetterAt(nameStart)) return undefined;
    let nameEnd = nameStart;
    while (!this.endsWordAt(nameEnd) && this.source.charCodeAt(nameEnd) !== equalsSign) nameEnd++;
    const value = this.readAttached(nameEnd);
    const name = this.source.slice(nameStart, nameEnd);
    return { kind: 'long', name, value, certain: nameStart - start === 2, start, end: value?.end ?? nameEnd };
  }

  private readColon(start: number, isName: (name: string) => boolean): LongOption | undefined {
    let nameEnd = start;
    while (!this.endsWordAt(nameEnd) && this.source.charCodeAt(nameEnd) !== colon) nameEnd++;
    const name = this.source.slice(start, nameEnd);
    if (this.source.charCodeAt(nameEnd) !== colon || !isName(name)) return undefined;
    const value = this.endsWordAt(nameEnd + 1) ? undefined : this.readWord(nameEnd + 1);
    return { kind: 'long', name, value, certain: true, start, end: value?.end ?? nameEnd + 1 };
  }

  private readShort(start: number): ShortOptions | undefined {
    let end = start + 1;
    while (isAsciiLetter(this.source.charCodeAt(end))) end++;
    if (end === start + 1) return undefined;
    const value = this.readAttached(end);
    if (value === undefined && !this.endsWordAt(end)) return undefined;
    return { kind: 'short', letters: this.source.slice(start + 1, end), value, start, end: value?.end ?? end };
  }

  private readAttached(index: number): Word | undefined {
    return this.source.charCodeAt(index) === equalsSign ? this.readWord(index + 1) : undefined;
  }

  private readWord(start: number): Word {
    return this.readQuoted(start) ?? this.readCode(start) ?? this.readPlain(start);
  }

  private readQuoted(start: number): Word | undefined {
    const closers = closersOf(this.source.charCodeAt(start));
    if (closers === undefined || (this.unclosed & closers.bit) !== 0) return undefined;
    const { source } = this;
    const { first, second } = closers;
    let escapes = false;
    for (let index = start + 1; index < source.length; index++) {
      const code = source.charCodeAt(index);
      if (code === backslash && this.escapesAt(index)) {
        escapes = true;
        index++;
      } else if ((code === first || code === second) && this.endsWordAt(index + 1)) {
        return { kind: 'word', text: this.textBetween(start + 1, index, escapes), start, end: index + 1 };
      }
    }
    this.unclosed |= closers.bit;
    return undefined;
  }

  private readCode(start: number): Word | undefined {
    if (this.source.charCodeAt(start) !== backtick) return undefined;
    let open = start;
    while (this.source.charCodeAt(open) === backtick) open++;
    const width = Math.min(open - start, 3);
    const bit = 1 << (width - 1);
    if ((this.unclosed & bit) !== 0) return undefined;
    const close = this.source.indexOf('`'.repeat(width), open);
    if (close < 0) {
      this.unclosed |= bit;
      return undefined;
    }
    const end = endOfWord(this.source, close + width);
    return { kind: 'word', text: this.source.slice(start, end), start, end };
  }

  private readPlain(start: number): Word {
    const { source } = this;
    const { length } = source;
    let escapes = false;
    let end = start;
    for (; end < length; end++) {
      const code = source.charCodeAt(end);
      if (code < 128 && staysPlain[code] === 1) continue;
      if (code === space || isWhiteSpace(code)) break;
      if (code === backslash && this.escapesAt(end)) {
        escapes = true;
        end++;
      }
    }
    end = Math.min(end, length);
    return { kind: 'word', text: this.textBetween(start, end, escapes), start, end };
  }

  private hasLetterAt(index: number): boolean {
    return isAsciiLetter(this.source.charCodeAt(index)) || letter.test(this.source.slice(index, index + 2));
  }

  private escapesAt(index: number): boolean {
    if (this.source.charCodeAt(index) !== backslash) return false;
    const next = this.source.charAt(index + 1);
    return isEscapable(next) || (next !== '' && this.rules.escapable?.includes(next) === true);
  }

  private endsWordAt(index: number): boolean {
    if (index >= this.source.length) return true;
    const code = this.source.charCodeAt(index);
    return code === space || isWhiteSpace(code);
  }

  private textBetween(start: number, end: number, escapes: boolean): string {
    if (!escapes) return this.source.slice(start, end);
    let text = '';
    for (let index = start; index < end; index++) {
      if (this.escapesAt(index)) index++;
      text += this.source.charAt(index);
    }
    return text;
  }
}

/** All tokens of a text. */
export function tokenize(source: string): Token[] {
  const reader = new TokenReader(source);
  const tokens: Token[] = [];
  for (let token = reader.next(); token !== undefined; token = reader.next()) tokens.push(token);
  return tokens;
}

function isAsciiLetter(code: number): boolean {
  return (code >= 0x41 && code <= 0x5a) || (code >= 0x61 && code <= 0x7a);
}
