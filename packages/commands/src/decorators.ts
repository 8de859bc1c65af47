import type { ChannelPermission, TeamPermission } from '@botwright/protocol';
import type { ArgumentType } from './arguments/argument-type.js';
import type { ArgumentSource } from './arguments/schema.js';
import { boolean } from './arguments/values.js';
import type { CommandClass } from './command-class.js';
import { declaredAt } from './declared-at.js';
import type { FieldDecorator, SignaturesDecorator } from './field-decorator.js';
import { bothMayHere } from './guards/channel-permissions.js';
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
 * Permissions that both the author and the bot need in the channel of the message: `@Guard(bothMayHere(…))`. Subclasses need
 * them too.
 *
 * ```ts
 * @NeedsHere('MANAGE_MESSAGES')
 * ```
 */
export function NeedsHere(
  ...permissions: readonly [ChannelPermission, ...ChannelPermission[]]
): (commandClass: object) => void {
  return Guard(bothMayHere(...permissions));
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
  return fieldDecorator(type, (field, read) => ({ kind: 'positional', field, type: read, summary }));
}

/** The last positional argument: all that is left of the message, with its line breaks and quotes. */
export function Rest<Value>(type: ArgumentSource<Value>, summary: Wording): FieldDecorator<Value> {
  return fieldDecorator(type, (field, read) => ({ kind: 'rest', field, type: read, summary }));
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
  return fieldDecorator(type, (field, read) => ({ kind: 'option', field, type: read, summary, spelling }));
}

/** `--loud` makes the field true, `--no-loud` false. Left out, it stays as the class has it, else false. */
export function Flag(summary: Wording, spelling: OptionSpelling = {}): FieldDecorator<boolean> {
  return fieldDecorator(boolean(), (field, read) => ({ kind: 'flag', field, type: read, summary, spelling }));
}

function fieldDecorator<Value>(
  source: ArgumentSource<Value>,
  record: (field: string, type: ArgumentType<Value>) => FieldRecord,
): FieldDecorator<Value> {
  return (target, field) => recordField(target, field as string, source, record);
}
