import type { CallContext } from '../context.js';
import type { CommandDefinition, OptionDefinition, Positional, Signature } from '../definition.js';
import { type GivenOption, type GivenValue, type InputReader, refused } from './collect.js';
import { InputRefused } from './problems.js';
import type { ValueParser } from './value-parser.js';

/** A value that is wrong tells more than a number of words that is wrong, and a later mistake more than an earlier. */
export function tellsMore(one: InputRefused, other: InputRefused): boolean {
  const difference = weightOf(one) - weightOf(other);
  return difference === 0 ? one.place.start > other.place.start : difference > 0;
}

function weightOf({ problem }: InputRefused): number {
  if (problem.code === 'ARGUMENT_MISSING') return 0;
  return problem.code === 'ARGUMENT_UNEXPECTED' ? 1 : 2;
}

/** One signature of a command against the words of one message. */
export class Placement {
  private readonly values = new Map<string, unknown>();
  private readonly wordless: readonly Positional[];
  private readonly positionals: readonly Positional[];
  /** From where on which positional was tried in vain: looking again would take exponential time. */
  private readonly hopeless = new Set<string>();
  private worst: InputRefused | undefined;
  private worstIndex = 0;
  private wordsTaken = 0;

  constructor(
    private readonly command: CommandDefinition,
    signature: Signature,
    private readonly reader: InputReader,
    private readonly parser: ValueParser,
    private readonly context: CallContext,
  ) {
    this.positionals = signature.positionals.filter(({ type }) => type.reads === 'words');
    this.wordless = signature.positionals.filter(({ type }) => type.reads !== 'words');
  }

  async find(): Promise<Map<string, unknown> | InputRefused> {
    try {
      this.countWords();
      if (!(await this.place(0, 0)))
        return this.worst ?? refused({ code: 'ARGUMENT_UNEXPECTED' }, undefined, this.end());
      if (this.command.options.length > 0) await this.takeOptions(this.reader.optionsBefore(this.wordsTaken));
      if (this.wordless.length > 0) await this.takeAttachments();
      const absent = this.parameters().filter(({ field }) => !this.values.has(field));
      if (absent.length > 0) await this.fillDefaults(absent);
      return this.values;
    } catch (error) {
      if (error instanceof InputRefused) return error;
      throw error;
    }
  }

  private end() {
    return { start: this.reader.end, end: this.reader.end };
  }

  /** Refuses what cannot fit for its number of words alone, and a wrong option that no rest could swallow. */
  private countWords(): void {
    let least = 0;
    let most = 0;
    for (const positional of this.positionals) {
      const { repeats } = positional.type;
      if (isRequired(positional)) {
        least += repeats?.least ?? 1;
        if (this.reader.wordAt(least - 1) === undefined) throw this.missing(positional);
      }
      most += positional.rest ? Number.POSITIVE_INFINITY : (repeats?.most ?? 1);
    }
    if (this.positionals.at(-1)?.rest) return;
    const surplus = Number.isFinite(most) ? this.reader.wordAt(most) : undefined;
    if (surplus !== undefined && this.command.rules.extraWords === 'refused') {
      throw refused({ code: 'ARGUMENT_UNEXPECTED' }, undefined, surplus);
    }
    this.reader.wordAt(Number.POSITIVE_INFINITY);
  }

  private async place(index: number, word: number): Promise<boolean> {
    const positional = this.positionals[index];
    if (positional === undefined) return this.endsAt(word);
    const spot = `${index} ${word}`;
    if (this.hopeless.has(spot)) return false;
    const placed =
      (positional.rest
        ? await this.placeRest(positional, index, word)
        : await this.placeWords(positional, index, word)) || (await this.leaveOut(positional, index, word));
    if (!placed) this.hopeless.add(spot);
    return placed;
  }

  /** Whether nothing is left behind the last positional. */
  private endsAt(word: number): boolean {
    const surplus = this.reader.wordAt(word);
    const refusedHere = surplus !== undefined && this.worst?.place.start === surplus.start;
    if (surplus === undefined || (this.command.rules.extraWords === 'ignored' && !refusedHere)) {
      this.wordsTaken = Number.POSITIVE_INFINITY;
      return true;
    }
    this.note(refused({ code: 'ARGUMENT_UNEXPECTED' }, undefined, surplus), this.positionals.length);
    return false;
  }

  private async placeRest(positional: Positional, index: number, word: number): Promise<boolean> {
    const first = this.reader.wordAt(word);
    if (first === undefined) return false;
    const parsing = this.parser.parse(positional, this.reader.restFrom(first.start));
    const value = parsing instanceof Promise ? await parsing : parsing;
    if (this.isRefused(value, index)) return false;
    this.values.set(positional.field, value);
    this.wordsTaken = word;
    return true;
  }

  /** Takes as many words as fit, and gives them back one by one while what stands behind lacks them. */
  private async placeWords(positional: Positional, index: number, word: number): Promise<boolean> {
    const { least, most } = positional.type.repeats ?? { least: 1, most: 1 };
    const values: unknown[] = [];
    while (values.length < most) {
      const given = this.reader.wordAt(word + values.length);
      if (given === undefined) break;
      const value = await this.parser.parse(positional, given);
      if (this.isRefused(value, index)) break;
      values.push(value);
    }
    for (let count = values.length; count >= least; count--) {
      if (!(await this.place(index + 1, word + count))) continue;
      this.values.set(positional.field, positional.type.repeats ? values.slice(0, count).flat(1) : values[0]);
      return true;
    }
    return false;
  }

  private async leaveOut(positional: Positional, index: number, word: number): Promise<boolean> {
    if (isRequired(positional)) {
      if (this.reader.wordAt(word) === undefined) this.note(this.missing(positional), index);
      return false;
    }
    if (positional.rest && this.reader.wordAt(word) !== undefined) return false;
    return this.place(index + 1, word);
  }

  private isRefused(value: unknown, index: number): value is InputRefused {
    if (!(value instanceof InputRefused)) return false;
    // Somebody in particular was meant, and nobody can tell who: that is no word of another argument.
    if (value.problem.code === 'AMBIGUOUS') throw value;
    this.note(value, index);
    return true;
  }

  /** Of several refusals of one word, that of the last argument says what would have gone on. */
  private note(refusal: InputRefused, index: number): void {
    const { worst } = this;
    const isLast = refusal.place.start === worst?.place.start && weightOf(refusal) === 2 && index > this.worstIndex;
    if (worst !== undefined && !isLast && !tellsMore(refusal, worst)) return;
    this.worst = refusal;
    this.worstIndex = index;
  }

  private missing({ name }: Positional): InputRefused {
    return refused({ code: 'ARGUMENT_MISSING' }, name, this.end());
  }

  private async takeOptions(given: readonly GivenOption[]): Promise<void> {
    for (const { option, value } of given) {
      const outcome = await this.parser.parse(option, value);
      if (outcome instanceof InputRefused) throw outcome;
      const before = this.values.get(option.field);
      const isList = option.type.repeats !== undefined && Array.isArray(outcome);
      this.values.set(option.field, isList && Array.isArray(before) ? [...before, ...outcome] : outcome);
    }
    for (const option of this.command.options) {
      const { repeats } = option.type;
      const count = given.filter((one) => one.option === option).length;
      if (count > 0 && count < (repeats?.least ?? 1)) {
        throw refused({ code: 'ARGUMENT_MISSING' }, `--${option.name}`, this.end());
      }
    }
  }

  private async takeAttachments(): Promise<void> {
    const waiting = this.context.message.attachments.map(({ url }) => ({ text: url, ...this.end() }));
    for (const positional of this.wordless) {
      const { repeats } = positional.type;
      const given = waiting.splice(0, repeats?.most ?? 1);
      if (isRequired(positional) && given.length < (repeats?.least ?? 1)) throw this.missing(positional);
      const values = await this.parseAll(positional, given);
      if (values.length > 0) this.values.set(positional.field, repeats ? values.flat(1) : values[0]);
    }
  }

  /** @throws {InputRefused} for the first that is refused. */
  private async parseAll(positional: Positional, given: readonly GivenValue[]): Promise<unknown[]> {
    const values: unknown[] = [];
    for (const one of given) {
      const value = await this.parser.parse(positional, one);
      if (value instanceof InputRefused) throw value;
      values.push(value);
    }
    return values;
  }

  private parameters(): (Positional | OptionDefinition)[] {
    return [...this.positionals, ...this.wordless, ...this.command.options];
  }

  private async fillDefaults(absent: readonly (Positional | OptionDefinition)[]): Promise<void> {
    for (const parameter of absent) {
      const { absence } = parameter.type;
      if (absence.mode === 'default') this.values.set(parameter.field, ofOneCall(absence.value));
      if (absence.mode !== 'computed') continue;
      const value = await absence.compute(this.context);
      if (value !== undefined) this.values.set(parameter.field, value);
      else if (!('flag' in parameter)) throw this.missing(parameter);
    }
  }
}

/** A list is the call's own to change. */
function ofOneCall(value: unknown): unknown {
  return Array.isArray(value) ? [...value] : value;
}

function isRequired({ type }: Positional): boolean {
  return type.absence.mode === 'refused';
}
