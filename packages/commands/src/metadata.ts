import type { TeamPermission } from '@botwright/protocol';
import type { ArgumentType } from './arguments/argument-type.js';
import { type ArgumentSource, isArgumentSource, toArgumentType } from './arguments/schema.js';
import { type DeclaredAt, placeText } from './declared-at.js';
import { CommandInvalid } from './errors.js';
import type { CallGuard } from './guards/guard.js';
import type { ConcurrencyOptions, CooldownOptions } from './limits/rules.js';
import type { Wording } from './texts/wording.js';

/** What `@Command` takes. */
export interface CommandOptions {
  /** What people write behind the prefix. Words with spaces between make a sub-command: `todo add`. */
  readonly name: string;
  /** One sentence for help. */
  readonly summary: Wording;
  readonly aliases?: readonly string[];
  /** Calls without the prefix: `remind 10m tea`. The first is shown when a call goes wrong. */
  readonly examples?: readonly string[];
  /** Not listed by help; still explained when asked for by name. */
  readonly hidden?: boolean;
  /** The heading in help's list. */
  readonly category?: string;
  /**
   * Whether a message that is changed shortly after may run it again, in place of its answers: `true` only for a command
   * that may run twice without harm. Its answers go when the message is deleted. Default: `false`.
   */
  readonly reruns?: boolean;
  /** How its text is read, where that differs from the usual. */
  readonly reading?: Partial<ReadingRules>;
}

/** How the text behind a command's name is read. */
export interface ReadingRules {
  /** Whether `name:value` is an option as well; `false` unless said. */
  readonly colonOptions: boolean;
  /** Whether an option that the command lacks is a mistake, as usual, or a word like others. */
  readonly unknownOptions: 'refused' | 'text';
  /** Whether a quote that opens a word and is never closed is text, as usual, or a mistake. */
  readonly unclosedQuotes: 'text' | 'refused';
  /** Whether words for which no argument is left are a mistake, as usual. */
  readonly extraWords: 'refused' | 'ignored';
}

/** What `@CommandGroup` takes. */
export interface CommandGroupOptions {
  /** The words that the names of the group's commands begin with. */
  readonly name: string;
  /** One sentence for help. */
  readonly summary: Wording;
  /** Needed by each command of the group, beside its own. */
  readonly needs?: readonly TeamPermission[];
  /** Asked for each command of the group, before its own. */
  readonly guards?: readonly CallGuard[];
  /** The last word of the command that runs when the group's name stands alone; help answers without it. */
  readonly default?: string;
}

interface PositionalRecord {
  readonly kind: 'positional' | 'rest';
  readonly field: string;
  readonly type: ArgumentType<unknown>;
  readonly summary: Wording;
}

/** How an option may be spelt; without a name it is the field's, in kebab-case. */
export interface OptionSpelling {
  readonly name?: string;
  /** One letter. */
  readonly short?: string;
}

interface OptionRecord {
  readonly kind: 'option' | 'flag';
  readonly field: string;
  readonly type: ArgumentType<unknown>;
  readonly summary: Wording;
  readonly spelling: OptionSpelling;
}

export type FieldRecord = PositionalRecord | OptionRecord;

interface ClassRecord {
  command?: CommandOptions;
  group?: CommandGroupOptions;
  declaredAt?: DeclaredAt;
  signatures?: readonly (readonly string[])[];
  readonly needs: TeamPermission[];
  readonly guards: CallGuard[];
  readonly cooldowns: CooldownOptions[];
  concurrency?: ConcurrencyOptions;
  readonly fields: FieldRecord[];
}

const records = new WeakMap<object, ClassRecord>();

function ownRecord(commandClass: object): ClassRecord {
  const known = records.get(commandClass);
  if (known !== undefined) return known;
  const record: ClassRecord = { needs: [], guards: [], cooldowns: [], fields: [] };
  records.set(commandClass, record);
  return record;
}

export function recordCommand(commandClass: object, options: CommandOptions, declaredAt: DeclaredAt): void {
  Object.assign(ownRecord(commandClass), { command: options, declaredAt });
}

export function recordGroup(commandClass: object, options: CommandGroupOptions, declaredAt: DeclaredAt): void {
  Object.assign(ownRecord(commandClass), { group: options, declaredAt });
}

export function recordSignatures(commandClass: object, signatures: readonly (readonly string[])[]): void {
  ownRecord(commandClass).signatures = signatures;
}

export function recordNeeds(commandClass: object, needs: readonly TeamPermission[]): void {
  ownRecord(commandClass).needs.push(...needs);
}

export function recordGuards(commandClass: object, guards: readonly CallGuard[]): void {
  const isGuard = (guard: Partial<CallGuard> | undefined) => typeof guard?.check === 'function';
  if (!guards.every(isGuard)) {
    const name = 'name' in commandClass ? String(commandClass.name) : '';
    throw new CommandInvalid(name, `has something in @Guard that is no guard, such as inTeam(). ${importedTooEarly}`);
  }
  ownRecord(commandClass).guards.push(...guards);
}

export function recordCooldown(commandClass: object, cooldown: CooldownOptions): void {
  // Decorators run from the last to the first; they are listed as they are read.
  ownRecord(commandClass).cooldowns.unshift(cooldown);
}

export function recordConcurrency(commandClass: object, concurrency: ConcurrencyOptions): void {
  ownRecord(commandClass).concurrency = concurrency;
}

/**
 * Compilers refuse most of what this does, but not every program is checked by one.
 *
 * @param prototype - What a property decorator is given: the class itself for a static field, which is refused.
 * @param source - What says how the argument is read, as the decorator was given it.
 */
export function recordField<Value>(
  prototype: object,
  field: string | symbol,
  source: ArgumentSource<Value>,
  recordOf: (field: string, type: ArgumentType<Value>) => FieldRecord,
): void {
  const owner = typeof prototype === 'function' ? prototype : prototype.constructor;
  const refuse = (problem: string) => new CommandInvalid(owner.name, problem, String(field));
  if (owner === prototype) throw refuse('is static, but each call has its own arguments. Drop "static".');
  if (typeof field === 'symbol' || ownMembers.has(field)) {
    throw refuse('cannot be the name of an argument. Choose another.');
  }
  const { fields } = ownRecord(owner);
  if (fields.some((other) => other.field === field)) throw refuse('has two argument decorators. Keep one.');
  if (!isArgumentSource(source)) throw refuse(`has no argument type, such as text(). ${importedTooEarly}`);
  fields.push(recordOf(field, toArgumentType(source)));
}

/** What each command has, beside its arguments. */
const ownMembers: ReadonlySet<string> = new Set(['run', 'constructor', '__proto__']);

const importedTooEarly = 'If it is imported, its file may import this one: what both need goes into a third.';

/** What the class says of itself; a subclass is no command before it says so too. */
export function commandOf(commandClass: object): CommandOptions | undefined {
  return records.get(commandClass)?.command;
}

/** Where the class is declared, as people read it; `undefined` when that is not known. */
export function declarationOf(commandClass: object): string | undefined {
  const place = records.get(commandClass)?.declaredAt;
  return place && placeText(place);
}

export function groupOf(commandClass: object): CommandGroupOptions | undefined {
  return records.get(commandClass)?.group;
}

/** Of the class itself, else of the nearest base class that has some; none when there is but one. */
export function signaturesOf(commandClass: object): readonly (readonly string[])[] {
  const owner = lineage(commandClass).findLast((ancestor) => records.get(ancestor)?.signatures !== undefined);
  return (owner && records.get(owner)?.signatures) ?? [];
}

/** With those of its base classes. */
export function needsOf(commandClass: object): TeamPermission[] {
  return [...new Set(lineage(commandClass).flatMap((ancestor) => records.get(ancestor)?.needs ?? []))];
}

/** With those of its base classes, which are asked first. */
export function guardsOf(commandClass: object): CallGuard[] {
  return lineage(commandClass).flatMap((ancestor) => records.get(ancestor)?.guards ?? []);
}

/** With those of its base classes. */
export function cooldownsOf(commandClass: object): CooldownOptions[] {
  return lineage(commandClass).flatMap((ancestor) => records.get(ancestor)?.cooldowns ?? []);
}

/** Of the class itself, else of the nearest base class that has it. */
export function concurrencyOf(commandClass: object): ConcurrencyOptions | undefined {
  const owner = lineage(commandClass).findLast((ancestor) => records.get(ancestor)?.concurrency !== undefined);
  return owner && records.get(owner)?.concurrency;
}

/** With those of its base classes, which come first. A field declared again keeps its place. */
export function fieldsOf(commandClass: object): FieldRecord[] {
  const fields = new Map<string, FieldRecord>();
  for (const ancestor of lineage(commandClass)) {
    for (const record of records.get(ancestor)?.fields ?? []) fields.set(record.field, record);
  }
  return [...fields.values()];
}

function lineage(commandClass: object): object[] {
  const ancestors: object[] = [];
  for (let next: object | null = commandClass; next !== null; next = Object.getPrototypeOf(next))
    ancestors.unshift(next);
  return ancestors;
}
