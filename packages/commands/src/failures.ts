import { RequestRejected } from '@botwright/core';
import { type InputProblem, InputRefused } from './arguments/problems.js';
import { codeSpan } from './code-text.js';
import type { CommandContext } from './context.js';
import type { CommandDefinition } from './definition.js';
import { NotInTeam, PermissionMissing } from './errors.js';
import { excerpt } from './excerpt.js';
import { fitParts } from './message-text.js';
import { permissionWords } from './permission-words.js';
import { en, wantedPhrase } from './texts/en.js';

/** What the person who called reads when a call fails for a reason of theirs; `undefined` when it is ours. */
export function explainFailure(
  error: unknown,
  command: CommandDefinition,
  call: Pick<CommandContext, 'content' | 'prefix' | 'commands'>,
): string | undefined {
  if (error instanceof InputRefused) return explainInput(error, command, call);
  if (error instanceof PermissionMissing) return explainPermission(error);
  if (error instanceof NotInTeam) return en.teamOnly;
  if (error instanceof RequestRejected) return explainRejection(error.status);
  return undefined;
}

/** What is said about a failure that is none of the reader's business. The log has the rest, under the same reference. */
export function apologise(reference: string): string {
  return en.failed(reference);
}

function explainInput(
  { problem, place, suggestions }: InputRefused,
  { signatures, examples, name }: CommandDefinition,
  { content, prefix, commands }: Pick<CommandContext, 'content' | 'prefix' | 'commands'>,
): string {
  const argument = place.argument === undefined ? en.this : codeSpan(place.argument);
  const parts = [sentence(problem, argument) + didYouMean(suggestions)];
  if (problem.code !== 'TEXT_TOO_LONG') parts.push(excerpt(content, place));
  parts.push(en.usage(signatures.map(({ usage }) => prefix + usage)));
  const [example] = examples;
  if (example !== undefined) parts.push(en.example(prefix + example));
  if (commands.find('help')?.kind === 'command') parts.push(en.more(`${prefix}help ${name}`));
  return fitParts(parts, '\n');
}

function sentence(problem: InputProblem, name: string): string {
  switch (problem.code) {
    case 'NOT_WANTED':
      return en.hasToBe(name, wantedPhrase(en, problem.wanted));
    case 'OUT_OF_RANGE':
      return en.hasToBe(name, span(problem.least, problem.most));
    case 'WRONG_LENGTH':
      return en.hasToBeLong(name, span(problem.least, problem.most), problem.length);
    case 'NOT_ONE_OF':
      return en.hasToBe(name, en.oneOf(problem.choices)) + didYouMean(problem.near);
    case 'NOT_FOUND':
      return en.notFound(name, problem.wanted) + didYouMean(problem.near ?? []);
    case 'NO_ACCESS':
      return en.noAccess(name, problem.wanted);
    case 'AMBIGUOUS':
      return en.ambiguous(name, problem.wanted, problem.candidates, problem.count);
    default:
      return shapeSentence(problem, name);
  }
}

type ShapeProblem = Exclude<
  InputProblem,
  { code: 'NOT_WANTED' | 'OUT_OF_RANGE' | 'WRONG_LENGTH' | 'NOT_ONE_OF' | 'NOT_FOUND' | 'NO_ACCESS' | 'AMBIGUOUS' }
>;

function shapeSentence(problem: ShapeProblem, name: string): string {
  switch (problem.code) {
    case 'ARGUMENT_MISSING':
      return en.missing(name);
    case 'ARGUMENT_UNEXPECTED':
      return en.unexpected;
    case 'OPTION_UNKNOWN':
      return en.optionUnknown(name) + didYouMean(problem.near.map((option) => `--${option}`));
    case 'OPTION_VALUE_MISSING':
      return en.optionValueMissing(name);
    case 'OPTION_REPEATED':
      return en.optionRepeated(name);
    case 'QUOTE_UNCLOSED':
      return en.quoteUnclosed;
    case 'TEXT_TOO_LONG':
      return en.tooLong(problem.most);
    case 'TOO_MANY_WORDS':
      return en.tooManyWords(problem.most);
    case 'TOO_MANY_OPTIONS':
      return en.tooManyOptions(problem.most);
  }
}

function span(least: string | number | undefined, most: string | number | undefined): string {
  if (least === undefined) return en.atMost(most ?? '∞');
  return most === undefined ? en.atLeast(least) : en.fromTo(least, most);
}

function didYouMean(near: readonly string[]): string {
  return near.length === 0 ? '' : ` ${en.didYouMean(near)}`;
}

function explainPermission({ whose, missing }: PermissionMissing): string {
  const permissions = permissionWords(missing);
  return whose === 'author' ? en.youLack(permissions) : en.iLack(permissions);
}

function explainRejection(status: number): string | undefined {
  if (status === 403) return en.notAllowed;
  if (status === 404) return en.gone;
  return undefined;
}
