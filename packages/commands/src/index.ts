// For everybody who writes commands.

export { either, list, map, range, tuple, type ValueRange } from './arguments/composed.js';
export { type Attachment, type AttachmentRules, attachment, message, repliedMessage } from './arguments/messages.js';
export { dateTime, type ZoneOf } from './arguments/moment.js';
export { member, type PersonRules, user } from './arguments/people.js';
export { type PatternMatch, regex, WrittenPattern } from './arguments/regex.js';
export {
  announcement,
  category,
  channel,
  type EmojiChoice,
  emoji,
  role,
  team,
  todoItem,
} from './arguments/team-things.js';
export {
  bigInteger,
  boolean,
  duration,
  integer,
  number,
  oneOf,
  type Range,
  type TextRules,
  text,
} from './arguments/values.js';
export { type CodeBlock, code, colour, email, id, type JsonValue, json, url } from './arguments/written.js';
export type { CommandContext } from './context.js';
export { Arg, Command, CommandGroup, Flag, Needs, Option, Rest, Signatures } from './decorators.js';
export { Duration } from './duration.js';
export { mayActOn, type Standing, standingOf } from './standing.js';

// For those who write argument types of their own.

export {
  type Absence,
  type ArgumentFacts,
  type ArgumentType,
  argumentType,
  type ComputedDefault,
  type ManyArguments,
  type Repeats,
} from './arguments/argument-type.js';
export { type ArgumentProblem, ArgumentRefused } from './arguments/problems.js';
export { quoteArgument } from './arguments/quotes.js';
export { Random } from './arguments/random.js';
export { type ArgumentSource, type Schema, schema } from './arguments/schema.js';

// For those who handle errors.

export { type InputPlace, type InputProblem, InputRefused } from './arguments/problems.js';
export { CommandInvalid, CommandNameTaken, NotInTeam, PermissionMissing, SampleMissing } from './errors.js';

// For those who put a bot together.

export type { CommandClass, CommandInstance } from './command-class.js';
export type { CommandDirectory } from './context.js';
export type { CommandDefinition, OptionDefinition, Positional, Signature } from './definition.js';
export type { ArgumentDescription, CommandDescription, OptionDescription } from './describe.js';
export type { FieldDecorator, FieldMismatch, SignaturesDecorator } from './field-decorator.js';
export { Help } from './help.js';
export type { FailedInvocation, Invocation } from './invoke.js';
export type { CommandGroupOptions, CommandOptions, OptionSpelling, ReadingRules } from './metadata.js';
export type { Prefix } from './prefixes.js';
export type { GroupDefinition, NameMatch } from './registry.js';
export { Commands, type CommandsOptions } from './router.js';
export type { SettingsSources, TeamSettings } from './team-settings.js';

// For tests.

export { type ArgumentSamples, argumentsFor, type InvalidSample, type SampleOptions } from './samples.js';
