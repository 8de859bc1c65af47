import { RequestRejected } from '@botwright/core';
import { type InputProblem, InputRefused } from './arguments/problems.js';
import { codeSpan } from './code-text.js';
import type { CommandContext } from './context.js';
import type { CommandDefinition } from './definition.js';
import { NotInTeam, PermissionMissing } from './errors.js';
import { excerpt } from './excerpt.js';
import { fitParts } from './message-text.js';
import { permissionWords } from './permission-words.js';

const choicesNamed = 10;

/** What the person who called reads when a call fails for a reason of theirs; `undefined` when it is ours. */
export function explainFailure(
  error: unknown,
  command: CommandDefinition,
  call: Pick<CommandContext, 'content' | 'prefix' | 'commands'>,
): string | undefined {
  if (error instanceof InputRefused) return explainInput(error, command, call);
  if (error instanceof PermissionMissing) return explainPermission(error);
  if (error instanceof NotInTeam) return 'This works in a team only.';
  if (error instanceof RequestRejected) return explainRejection(error.status);
  return undefined;
}

/** What is said about a failure that is none of the reader's business. The log has the rest, under the same reference. */
export function apologise(reference: string): string {
  return `Something went wrong. Reference: ${codeSpan(reference)}`;
}

function explainInput(
  { problem, place }: InputRefused,
  command: CommandDefinition,
  { content, prefix, commands }: Pick<CommandContext, 'content' | 'prefix' | 'commands'>,
): string {
  const parts = [sentence(problem, place.argument === undefined ? 'This' : codeSpan(place.argument))];
  if (problem.code !== 'TEXT_TOO_LONG') parts.push(excerpt(content, place));
  parts.push(`Usage: ${codeSpan(prefix + command.usage)}`);
  const [example] = command.examples;
  if (example !== undefined) parts.push(`Example: ${codeSpan(prefix + example)}`);
  if (commands.find('help')?.kind === 'command') parts.push(`More: ${codeSpan(`${prefix}help ${command.name}`)}`);
  return fitParts(parts, '\n');
}

function sentence(problem: InputProblem, name: string): string {
  switch (problem.code) {
    case 'NOT_WANTED':
      return `${name} has to be ${problem.wanted}.`;
    case 'OUT_OF_RANGE':
      return `${name} has to be ${span(problem.least, problem.most)}.`;
    case 'WRONG_LENGTH':
      return `${name} has to be ${span(problem.least, problem.most)} characters long, and is ${problem.length}.`;
    case 'NOT_ONE_OF':
      return `${name} has to be ${oneOfThese(problem.choices)}.${didYouMean(problem.near)}`;
    case 'NOT_FOUND':
      return `${name}: there is no such ${problem.wanted}.`;
    case 'AMBIGUOUS': {
      const names = problem.candidates.map(codeSpan).join(', ');
      const more = problem.count > problem.candidates.length ? ', …' : '';
      return `${name} fits ${problem.count} ${problem.wanted}s: ${names}${more}. Write the whole name, or the id.`;
    }
    default:
      return shapeSentence(problem, name);
  }
}

type ShapeProblem = Exclude<
  InputProblem,
  { code: 'NOT_WANTED' | 'OUT_OF_RANGE' | 'WRONG_LENGTH' | 'NOT_ONE_OF' | 'NOT_FOUND' | 'AMBIGUOUS' }
>;

function shapeSentence(problem: ShapeProblem, name: string): string {
  switch (problem.code) {
    case 'ARGUMENT_MISSING':
      return `${name} is missing.`;
    case 'ARGUMENT_UNEXPECTED':
      return 'This is one argument too many. Put quotes around words that belong together.';
    case 'OPTION_UNKNOWN':
      return `There is no option ${name}.${didYouMean(problem.near.map((option) => `--${option}`))}`;
    case 'OPTION_VALUE_MISSING':
      return `${name} needs a value behind it.`;
    case 'OPTION_REPEATED':
      return `${name} is given twice.`;
    case 'TEXT_TOO_LONG':
      return `This is too long: ${problem.most} characters are the most I read.`;
    case 'TOO_MANY_WORDS':
      return `These are too many words: ${problem.most} are the most I read.`;
  }
}

function span(least: string | number | undefined, most: string | number | undefined): string {
  if (least === undefined) return `at most ${most}`;
  return most === undefined ? `at least ${least}` : `from ${least} to ${most}`;
}

function oneOfThese(choices: readonly string[]): string {
  const named = choices.slice(0, choicesNamed).map(codeSpan).join(', ');
  return choices.length > choicesNamed ? `one of ${named}, …` : `one of ${named}`;
}

function didYouMean(near: readonly string[]): string {
  return near.length === 0 ? '' : ` Did you mean ${near.slice(0, choicesNamed).map(codeSpan).join(' or ')}?`;
}

function explainPermission({ whose, missing }: PermissionMissing): string {
  const permissions = `the permission to ${permissionWords(missing)}`;
  return whose === 'author' ? `You lack ${permissions}.` : `I lack ${permissions}. Somebody has to give it to my role.`;
}

function explainRejection(status: number): string | undefined {
  if (status === 403) return 'I am not allowed to do that here.';
  if (status === 404) return 'What this is about is not there, or not any more.';
  return undefined;
}
