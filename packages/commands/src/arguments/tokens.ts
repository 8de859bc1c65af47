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

const hyphen = 0x2d;
const emDash = 0x2014;
const equalsSign = 0x3d;
const backslash = 0x5c;
const backtick = 0x60;
const letter = /^\p{L}/u;

/**
 * Reads a message's tokens one by one, from left to right, in time linear in its length. Any text has tokens: a quote
 * or code span that is never closed is text.
 */
export class TokenReader {
  private optionsEnded = false;
  /** Closers known to be missing from here on; looking for each again at every opener would take quadratic time. */
  private missingClosers: Set<string> | undefined;

  constructor(
    private readonly source: string,
    private position = 0,
  ) {}

  next(): Token | undefined {
    const start = skipWhiteSpace(this.source, this.position);
    this.position = start;
    if (start === this.source.length) return undefined;
    const token = (this.optionsEnded ? undefined : this.readOption(start)) ?? this.readWord(start);
    this.position = token.end;
    return token;
  }

  private readOption(start: number): Token | undefined {
    const first = this.source.charCodeAt(start);
    if (first === emDash) return this.readLong(start, start + 1);
    if (first !== hyphen) return undefined;
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
    // Nearly every word begins so; it saves the look-up.
    if (isAsciiLetter(this.source.charCodeAt(start))) return undefined;
    const closers = closersOf(this.source.charAt(start));
    if (closers === undefined || this.missingClosers?.has(closers)) return undefined;
    let escapes = false;
    for (let index = start + 1; index < this.source.length; index++) {
      if (this.escapesAt(index)) {
        escapes = true;
        index++;
      } else if (closers.includes(this.source.charAt(index)) && this.endsWordAt(index + 1)) {
        return { kind: 'word', text: this.textBetween(start + 1, index, escapes), start, end: index + 1 };
      }
    }
    return this.missing(closers);
  }

  private readCode(start: number): Word | undefined {
    if (this.source.charCodeAt(start) !== backtick) return undefined;
    let open = start;
    while (this.source.charCodeAt(open) === backtick) open++;
    const fence = '`'.repeat(Math.min(open - start, 3));
    if (this.missingClosers?.has(fence)) return undefined;
    const close = this.source.indexOf(fence, open);
    if (close < 0) return this.missing(fence);
    const end = endOfWord(this.source, close + fence.length);
    return { kind: 'word', text: this.source.slice(start, end), start, end };
  }

  private missing(closer: string): undefined {
    this.missingClosers ??= new Set();
    this.missingClosers.add(closer);
  }

  private readPlain(start: number): Word {
    let escapes = false;
    let end = start;
    while (end < this.source.length) {
      const code = this.source.charCodeAt(end);
      if (isWhiteSpace(code)) break;
      if (code === backslash && this.escapesAt(end)) {
        escapes = true;
        end++;
      }
      end++;
    }
    return { kind: 'word', text: this.textBetween(start, end, escapes), start, end };
  }

  private hasLetterAt(index: number): boolean {
    return isAsciiLetter(this.source.charCodeAt(index)) || letter.test(this.source.slice(index, index + 2));
  }

  private escapesAt(index: number): boolean {
    return this.source.charCodeAt(index) === backslash && isEscapable(this.source.charAt(index + 1));
  }

  private endsWordAt(index: number): boolean {
    return index >= this.source.length || isWhiteSpace(this.source.charCodeAt(index));
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
