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
export { asWritten } from './as-written.js';
export type { ChatContext, CommandContext } from './context.js';
export { Conversation, type ConversationOptions } from './conversations/conversation.js';
export { Talk, type TalkOptions } from './conversations/talk.js';
export {
  Arg,
  Command,
  CommandGroup,
  Concurrency,
  Cooldown,
  Flag,
  Guard,
  Needs,
  NeedsHere,
  Option,
  Rest,
  Signatures,
} from './decorators.js';
export { Duration } from './duration.js';
export { authorMayHere, bothMayHere, botMayHere } from './guards/channel-permissions.js';
export { all, any, not } from './guards/combine.js';
export { type CallGuard, type GuardRefusal, type GuardVerdict, guard, type OwnGuard } from './guards/guard.js';
export { authorMay, bothMay, botMay } from './guards/permissions.js';
export { inChannel, inChannelType, inDirectMessage, inTeam } from './guards/place.js';
export { botOwner, hasRole, rankOf, teamOwner } from './guards/roles.js';
export type { ConcurrencyOptions, CooldownOptions, CountedBy } from './limits/rules.js';
export { personLabel } from './person-label.js';
export { channelHolding, mayActOn, type Standing, standingOf } from './standing.js';
export { de } from './texts/de.js';
export { en, type Texts } from './texts/en.js';
export type { MomentWords, Noun, UnitName, UnitNoun, UnitWords } from './texts/phrases.js';
export type { Wording } from './texts/wording.js';
export type { AskOptions } from './waits/choices.js';
export type { PageOptions } from './waits/pages.js';
export type { WaitOptions } from './waits/question.js';
export type { Press } from './waits/waits.js';

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
export { type ArgumentProblem, ArgumentRefused, type ValueProblem } from './arguments/problems.js';
export { quoteArgument } from './arguments/quotes.js';
export { Random } from './arguments/random.js';
export { type ArgumentSource, type Schema, schema } from './arguments/schema.js';

// For those who handle errors.

export { type InputPlace, type InputProblem, InputRefused } from './arguments/problems.js';
export { ConversationDiverged, ConversationInvalid, StepResultRefused } from './conversations/errors.js';
export {
  CallCancelled,
  CommandBusy,
  CommandInvalid,
  CommandNameTaken,
  CoolingDown,
  GuardRefused,
  NotInTeam,
  PermissionMissing,
  SampleMissing,
} from './errors.js';
export { type CancelReason, WaitCancelled, WaitTimedOut } from './waits/errors.js';

// For those who put a bot together.

export type { CommandClass, CommandInstance } from './command-class.js';
export type { CommandPart, CommandsOptions } from './commands-options.js';
export type { CommandDirectory } from './context.js';
export type { ConversationClass, ConversationInstance } from './conversations/conversation.js';
export type { CommandDefinition, OptionDefinition, Positional, Signature } from './definition.js';
export type { ArgumentDescription, CommandDescription, OptionDescription } from './describe.js';
export type { EditOptions } from './edits/edits.js';
export type {
  ExplainedConversion,
  ExplainedCooldown,
  ExplainedSpan,
  ExplainedToken,
  ExplainPlace,
  Explanation,
} from './explain/explain.js';
export { explanationText } from './explain/explanation-text.js';
export type { FailureAnswerOptions } from './failure-answers.js';
export type { FieldDecorator, FieldMismatch, SignaturesDecorator } from './field-decorator.js';
export { Help } from './help.js';
export type { FailedInvocation, Invocation } from './invoke.js';
export type { ConcurrencyRule, CooldownRule } from './limits/rules.js';
export { commandsAsMarkdown, type MarkdownOptions } from './markdown.js';
export type { CommandGroupOptions, CommandOptions, OptionSpelling, ReadingRules } from './metadata.js';
export type { Prefix } from './prefixes.js';
export type { GroupDefinition, NameMatch } from './registry.js';
export { Commands } from './router.js';
export type { SettingsSources, TeamSettings, UserSettings } from './team-settings.js';

// For tests.

export { type ArgumentSamples, argumentsFor, type InvalidSample, type SampleOptions } from './samples.js';
