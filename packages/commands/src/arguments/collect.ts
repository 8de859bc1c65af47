import type { CommandDefinition, OptionDefinition } from '../definition.js';
import { normaliseName } from '../names.js';
import { nearestTo } from '../suggestions.js';
import { isWhiteSpace } from '../white-space.js';
import { type InputProblem, InputRefused } from './problems.js';
import { type LongOption, type ShortOptions, type Token, TokenReader, type Word } from './tokens.js';

/** How much one message may hold; a message of the service is shorter, a custom client's may not be. */
const inputLimits = { characters: 4000, tokens: 200 } as const;

/** A value as it was written, and where: indices of UTF-16 code units in the message. */
export interface GivenValue {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/**
 * Sorts a message's tokens to the fields they are for, without looking at what they say.
 *
 * @throws {InputRefused} when a token is for no field, or a field lacks its token.
 */
export function collectInput(command: CommandDefinition, source: string, from: number): Map<string, GivenValue> {
  if (source.length > inputLimits.characters) {
    throw refused({ code: 'TEXT_TOO_LONG', most: inputLimits.characters }, undefined, { start: from, end: from });
  }
  return new Collector(command, source, from).collect();
}

class Collector {
  private readonly given = new Map<string, GivenValue>();
  private readonly reader: TokenReader;
  private tokens = 0;
  private positionals = 0;
  private restTaken = false;

  constructor(
    private readonly command: CommandDefinition,
    private readonly source: string,
    from: number,
  ) {
    this.reader = new TokenReader(source, from);
  }

  collect(): Map<string, GivenValue> {
    for (let token = this.next(); token !== undefined; token = this.next()) this.take(token);
    this.requireAll();
    return this.given;
  }

  private next(): Token | undefined {
    if (this.restTaken) return undefined;
    const token = this.reader.next();
    this.tokens++;
    if (token === undefined || this.tokens <= inputLimits.tokens) return token;
    throw refused({ code: 'TOO_MANY_WORDS', most: inputLimits.tokens }, undefined, token);
  }

  private take(token: Token): void {
    if (token.kind === 'word') this.takeWord(token);
    if (token.kind === 'long') this.takeLong(token);
    if (token.kind === 'short') this.takeShort(token);
  }

  private takeWord(word: Word): void {
    const positional = this.command.positionals[this.positionals];
    if (positional === undefined) throw refused({ code: 'ARGUMENT_UNEXPECTED' }, undefined, word);
    this.positionals++;
    this.restTaken = positional.rest;
    this.given.set(positional.field, positional.rest ? restFrom(this.source, word.start) : word);
  }

  private takeLong(token: LongOption): void {
    const name = normaliseName(token.name);
    const option = this.command.optionsByName.get(name);
    const denied = this.deniedFlag(name, token);
    if (option !== undefined) {
      this.takeOption(option, token, token.value);
    } else if (denied !== undefined) {
      this.give(denied, { ...token, text: 'no' }, token);
    } else if (token.certain) {
      const near = nearestTo(name, this.command.optionsByName.keys());
      throw refused({ code: 'OPTION_UNKNOWN', near }, `--${token.name}`, token);
    } else {
      this.takeWord({ ...token, kind: 'word', text: this.source.slice(token.start, token.end) });
    }
  }

  /** The flag that `--no-name` turns off. */
  private deniedFlag(name: string, { value }: LongOption): OptionDefinition | undefined {
    if (!name.startsWith('no-') || value !== undefined) return undefined;
    const option = this.command.optionsByName.get(name.slice('no-'.length));
    return option?.flag ? option : undefined;
  }

  private takeShort(token: ShortOptions): void {
    const last = token.letters.length - 1;
    for (const [index, letter] of [...token.letters].entries()) {
      const option = this.command.optionsByLetter.get(letter);
      if (option === undefined) throw refused({ code: 'OPTION_UNKNOWN', near: [] }, `-${letter}`, token);
      if (!option.flag && index < last) throw refused({ code: 'OPTION_VALUE_MISSING' }, `-${letter}`, token);
      this.takeOption(option, token, index === last ? token.value : undefined);
    }
  }

  private takeOption(option: OptionDefinition, token: Token, attached: Word | undefined): void {
    this.give(option, attached ?? this.valueOf(option, token), token);
  }

  private valueOf(option: OptionDefinition, token: Token): GivenValue {
    if (option.flag) return { ...token, text: 'yes' };
    const value = this.next();
    if (value?.kind === 'word') return value;
    throw refused({ code: 'OPTION_VALUE_MISSING' }, `--${option.name}`, token);
  }

  private give(option: OptionDefinition, value: GivenValue, token: Token): void {
    if (this.given.has(option.field)) throw refused({ code: 'OPTION_REPEATED' }, `--${option.name}`, token);
    this.given.set(option.field, value);
  }

  private requireAll(): void {
    const missing = this.command.positionals[this.positionals];
    if (missing?.type.absence.mode !== 'refused') return;
    const end = trimmedEnd(this.source, 0);
    throw refused({ code: 'ARGUMENT_MISSING' }, missing.name, { start: end, end });
  }
}

/** Where the text ends without the white space behind it. */
function trimmedEnd(source: string, from: number): number {
  let end = source.length;
  while (end > from && isWhiteSpace(source.charCodeAt(end - 1))) end--;
  return end;
}

function restFrom(source: string, start: number): GivenValue {
  const end = trimmedEnd(source, start);
  return { text: source.slice(start, end), start, end };
}

function refused(
  problem: InputProblem,
  argument: string | undefined,
  { start, end }: { start: number; end: number },
): InputRefused {
  return new InputRefused(problem, { argument, start, end });
}
