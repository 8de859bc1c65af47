import type { TeamPermission } from '@botwright/protocol';
import { type ArgumentSource, toArgumentType } from './arguments/schema.js';
import { boolean } from './arguments/values.js';
import type { CommandClass } from './command-class.js';
import { declaredAt } from './declared-at.js';
import type { FieldDecorator, SignaturesDecorator } from './field-decorator.js';
import type { CallGuard } from './guards/guard.js';
import type { ConcurrencyOptions, CooldownOptions } from './limits/rules.js';
import {
  type CommandGroupOptions,
  type CommandOptions,
  type FieldRecord,
  type OptionSpelling,
  recordCommand,
  recordConcurrency,
  recordCooldown,
  recordField,
  recordGroup,
  recordGuards,
  recordNeeds,
  recordSignatures,
} from './metadata.js';
import type { Wording } from './texts/wording.js';

/**
 * Makes a class a command: one new instance of it a call. The class needs a method `run`.
 *
 * Decorators only record; names are checked when the commands are put together.
 */
export function Command(options: CommandOptions): (commandClass: CommandClass) => void {
  const place = declaredAt(Command);
  return (commandClass) => recordCommand(commandClass, options, place);
}

/** Describes the group of all commands whose names begin with these words. Stands on any one command class. */
export function CommandGroup(options: CommandGroupOptions): (commandClass: CommandClass) => void {
  const place = declaredAt(CommandGroup);
  return (commandClass) => recordGroup(commandClass, options, place);
}

/** Team permissions that both the author of the message and the bot need. Subclasses need them too. */
export function Needs(...permissions: readonly [TeamPermission, ...TeamPermission[]]): (commandClass: object) => void {
  return (commandClass) => recordNeeds(commandClass, permissions);
}

/**
 * Who may call the command, and where: each of these guards has to let the call through. Those of the place are asked
 * first, then what `@Needs` says, then the others in this order. Subclasses have them too.
 *
 * ```ts
 * @Guard(inTeam(), any(hasRole('helper'), authorMay('MANAGE_TEAM')))
 * ```
 */
export function Guard(...guards: readonly [CallGuard, ...CallGuard[]]): (commandClass: object) => void {
  return (commandClass) => recordGuards(commandClass, guards);
}

/**
 * How often the command may be called. It is counted when the arguments are read and right, over a restart as well, and
 * several cooldowns of one command are taken all or none.
 */
export function Cooldown(options: CooldownOptions): (commandClass: object) => void {
  return (commandClass) => recordCooldown(commandClass, options);
}

/** How many calls of the command may run at a time. */
export function Concurrency(options: ConcurrencyOptions): (commandClass: object) => void {
  return (commandClass) => recordConcurrency(commandClass, options);
}

/**
 * Several ways of calling one command, each a list of its positional fields. The first that fits wins, and the fields
 * of the others stay as the class has them.
 *
 * ```ts
 * @Signatures(['whom', 'after', 'what'], ['after', 'what'])
 * ```
 */
export function Signatures<const Field extends string>(
  ...signatures: readonly (readonly Field[])[]
): SignaturesDecorator<Field> {
  return (commandClass) => recordSignatures(commandClass, signatures);
}

/** A positional argument, of an argument type or of any zod schema; the order of the fields is that of the arguments. */
export function Arg<Value>(type: ArgumentSource<Value>, summary: Wording): FieldDecorator<Value> {
  return fieldDecorator((field) => ({ kind: 'positional', field, type: toArgumentType(type), summary }));
}

/** The last positional argument: all that is left of the message, with its line breaks and quotes. */
export function Rest<Value>(type: ArgumentSource<Value>, summary: Wording): FieldDecorator<Value> {
  return fieldDecorator((field) => ({ kind: 'rest', field, type: toArgumentType(type), summary }));
}

/**
 * `--days 3` or `--days=3`. It may always be left out; the field then stays as the class has it, so write `days?: number`
 * or `days = 7`.
 */
export function Option<Value>(
  type: ArgumentSource<Value>,
  summary: Wording,
  spelling: OptionSpelling = {},
): FieldDecorator<Value> {
  return fieldDecorator((field) => ({ kind: 'option', field, type: toArgumentType(type), summary, spelling }));
}

/** `--loud` makes the field true, `--no-loud` false. Left out, it stays as the class has it, else false. */
export function Flag(summary: Wording, spelling: OptionSpelling = {}): FieldDecorator<boolean> {
  return fieldDecorator((field) => ({ kind: 'flag', field, type: boolean(), summary, spelling }));
}

function fieldDecorator<Value>(record: (field: string) => FieldRecord): FieldDecorator<Value> {
  return (target, field) => recordField(target, record(field as string));
}
