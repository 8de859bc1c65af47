// For everybody who writes commands.

export { member, user } from './arguments/people.js';
export { boolean, duration, integer, number, oneOf, type Range, text } from './arguments/values.js';
export type { CommandContext } from './context.js';
export { Arg, Command, CommandGroup, Flag, Needs, Option, Rest } from './decorators.js';
export { Duration } from './duration.js';
export { mayActOn, type Standing, standingOf } from './standing.js';

// For those who write argument types of their own.

export { type ArgumentFacts, type ArgumentType, argumentType } from './arguments/argument-type.js';
export { type ArgumentProblem, ArgumentRefused } from './arguments/problems.js';
export { quoteArgument } from './arguments/quotes.js';

// For those who handle errors.

export { type InputPlace, type InputProblem, InputRefused } from './arguments/problems.js';
export { CommandInvalid, CommandNameTaken, NotInTeam, PermissionMissing } from './errors.js';

// For those who put a bot together.

export type { CommandClass, CommandInstance } from './command-class.js';
export type { CommandDirectory } from './context.js';
export type { CommandDefinition, OptionDefinition, Positional } from './definition.js';
export type { ArgumentDescription, CommandDescription, OptionDescription } from './describe.js';
export type { FieldDecorator, FieldMismatch } from './field-decorator.js';
export { Help } from './help.js';
export type { FailedInvocation, Invocation } from './invoke.js';
export type { CommandGroupOptions, CommandOptions, OptionSpelling } from './metadata.js';
export type { GroupDefinition, NameMatch } from './registry.js';
export { Commands, type CommandsOptions } from './router.js';
