import type { CommandDefinition, OptionDefinition } from '../definition.js';
import { normaliseName } from '../names.js';
import { nearestTo } from '../suggestions.js';
import { isWhiteSpace } from '../white-space.js';
import { type InputProblem, InputRefused } from './problems.js';
import { closersOf, isApostrophe } from './quotes.js';
import { type LongOption, type ShortOptions, type Token, TokenReader, type Word } from './tokens.js';

/** How much one message may hold; a message of the service is shorter, a custom client's may not be. */
const inputLimits = { characters: 4000, words: 200, options: 50 } as const;

/** A value as it was written, and where: indices of UTF-16 code units in the message. */
export interface GivenValue {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

export interface GivenOption {
  readonly option: OptionDefinition;
  readonly value: GivenValue;
  /** How many words stand before it. */
  readonly wordsBefore: number;
}

/**
 * Sorts a message's tokens into words and options, without looking at what they say, and no further than it is asked
 * for: whatever stands in a text that is taken whole is neither.
 */
export class InputReader {
  private readonly words: Word[] = [];
  private readonly options: GivenOption[] = [];
  private readonly reader: TokenReader;
  private tokens = 0;
  private atEnd = false;
  private refusal: InputRefused | undefined;

  /**
   * @param from - Where the command's name ends.
   * @param escapable - What a backslash before it makes plain text, beside quotes and dashes: the prefix's first character.
   * @throws {InputRefused} for a text that is too long.
   */
  constructor(
    private readonly command: CommandDefinition,
    readonly source: string,
    from: number,
    escapable = '',
  ) {
    if (source.length > inputLimits.characters) {
      throw refused({ code: 'TEXT_TOO_LONG', most: inputLimits.characters }, undefined, { start: from, end: from });
    }
    const { optionsByName, rules } = command;
    const isColonName = (name: string) => optionsByName.has(normaliseName(name));
    this.reader = new TokenReader(source, from, {
      escapable,
      isColonName: rules.colonOptions ? isColonName : undefined,
    });
  }

  /**
   * The word with this index, from 0; `undefined` when there are fewer.
   *
   * @throws {InputRefused} when something before it is for no field; the same one each time.
   */
  wordAt(index: number): Word | undefined {
    while (index >= this.words.length && !this.atEnd) this.readNext();
    const word = this.words[index];
    if (word === undefined && this.refusal !== undefined) throw this.refusal;
    return word;
  }

  /** The options that stand before the word with this index. */
  optionsBefore(index: number): readonly GivenOption[] {
    return this.options.filter(({ wordsBefore }) => wordsBefore <= index);
  }

  /** Everything from a word on, as it is written, without the white space at the end. */
  restFrom(start: number): GivenValue {
    const end = trimmedEnd(this.source, start);
    return { text: this.source.slice(start, end), start, end };
  }

  /** Where an argument would stand that is missing. */
  get end(): number {
    return trimmedEnd(this.source, 0);
  }

  private readNext(): void {
    try {
      const token = this.nextToken();
      if (token === undefined) this.atEnd = true;
      else this.take(token);
    } catch (error) {
      if (!(error instanceof InputRefused)) throw error;
      this.refusal = error;
      this.atEnd = true;
    }
  }

  private nextToken(): Token | undefined {
    const token = this.reader.next();
    this.tokens++;
    if (token === undefined || this.tokens <= inputLimits.words) return token;
    throw refused({ code: 'TOO_MANY_WORDS', most: inputLimits.words }, undefined, token);
  }

  private take(token: Token): void {
    if (token.kind === 'word') this.takeWord(token);
    if (token.kind === 'long') this.takeLong(token);
    if (token.kind === 'short') this.takeShort(token);
  }

  private takeWord(word: Word): void {
    if (this.command.rules.unclosedQuotes === 'refused' && this.opensQuote(word)) {
      throw refused({ code: 'QUOTE_UNCLOSED' }, undefined, { start: word.start, end: word.start + 1 });
    }
    this.words.push(word);
  }

  /** Whether a word begins with a quote that nothing closed; what begins with an apostrophe is no quote. */
  private opensQuote({ start, end, text }: Word): boolean {
    const first = this.source.charAt(start);
    if (closersOf(first.charCodeAt(0)) === undefined || isApostrophe(first)) return false;
    return text.length === end - start;
  }

  private takeLong(token: LongOption): void {
    const name = normaliseName(token.name);
    const option = this.command.optionsByName.get(name);
    const denied = this.deniedFlag(name, token);
    if (option !== undefined) {
      this.takeOption(option, token, token.value);
    } else if (denied !== undefined) {
      this.give(denied, { ...token, text: 'no' }, token);
    } else if (token.certain && this.command.rules.unknownOptions === 'refused') {
      const near = nearestTo(name, this.command.optionsByName.keys());
      throw refused({ code: 'OPTION_UNKNOWN', near }, `--${token.name}`, token);
    } else {
      this.takeAsWritten(token);
    }
  }

  private takeAsWritten({ start, end }: Token): void {
    this.takeWord({ kind: 'word', text: this.source.slice(start, end), start, end });
  }

  /** The flag that `--no-name` turns off. */
  private deniedFlag(name: string, { value }: LongOption): OptionDefinition | undefined {
    if (!name.startsWith('no-') || value !== undefined) return undefined;
    const option = this.command.optionsByName.get(name.slice('no-'.length));
    return option?.flag ? option : undefined;
  }

  private takeShort(token: ShortOptions): void {
    const { optionsByLetter, rules } = this.command;
    const letters = [...token.letters];
    const unknown = letters.find((letter) => !optionsByLetter.has(letter));
    if (unknown !== undefined && rules.unknownOptions === 'text') {
      this.takeAsWritten(token);
      return;
    }
    for (const [index, letter] of letters.entries()) {
      const option = optionsByLetter.get(letter);
      const isLast = index === letters.length - 1;
      if (option === undefined) throw refused({ code: 'OPTION_UNKNOWN', near: [] }, `-${letter}`, token);
      if (!option.flag && !isLast) throw refused({ code: 'OPTION_VALUE_MISSING' }, `-${letter}`, token);
      this.takeOption(option, token, isLast ? token.value : undefined);
    }
  }

  private takeOption(option: OptionDefinition, token: Token, attached: Word | undefined): void {
    this.give(option, attached ?? this.valueOf(option, token), token);
  }

  private valueOf(option: OptionDefinition, token: Token): GivenValue {
    if (option.flag) return { ...token, text: 'yes' };
    const value = this.nextToken();
    if (value?.kind === 'word') return value;
    throw refused({ code: 'OPTION_VALUE_MISSING' }, `--${option.name}`, token);
  }

  private give(option: OptionDefinition, value: GivenValue, token: Token): void {
    const before = this.options.filter((given) => given.option === option).length;
    if (before >= (option.type.repeats?.most ?? 1)) {
      throw refused({ code: 'OPTION_REPEATED' }, `--${option.name}`, token);
    }
    if (this.options.length === inputLimits.options) {
      throw refused({ code: 'TOO_MANY_OPTIONS', most: inputLimits.options }, undefined, token);
    }
    this.options.push({ option, value, wordsBefore: this.words.length });
  }
}

/** Where the text ends without the white space behind it. */
function trimmedEnd(source: string, from: number): number {
  let end = source.length;
  while (end > from && isWhiteSpace(source.charCodeAt(end - 1))) end--;
  return end;
}

export function refused(
  problem: InputProblem,
  argument: string | undefined,
  { start, end }: { readonly start: number; readonly end: number },
): InputRefused {
  return new InputRefused(problem, { argument, start, end });
}
