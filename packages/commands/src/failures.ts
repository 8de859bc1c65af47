import { RequestRejected } from '@botwright/core';
import { type InputProblem, InputRefused } from './arguments/problems.js';
import { codeSpan } from './code-text.js';
import type { CommandContext } from './context.js';
import type { CommandDefinition } from './definition.js';
import { Duration } from './duration.js';
import { CallCancelled, CommandBusy, CoolingDown, GuardRefused, NotInTeam, PermissionMissing } from './errors.js';
import { excerpt } from './excerpt.js';
import type { GuardRefusal } from './guards/guard.js';
import { fitParts } from './message-text.js';
import { channelPermissionWords, permissionWords } from './permission-words.js';
import { didYouMean, problemSentence } from './problem-sentence.js';
import type { Texts } from './texts/en.js';
import { usagesOf } from './usage.js';
import { explainEnding } from './waits/ending.js';
import { WaitCancelled, WaitTimedOut } from './waits/errors.js';

type Call = Pick<CommandContext, 'content' | 'prefix' | 'commands' | 'texts'>;

/** What the person who called reads when a call fails for a reason of theirs; `undefined` when it is ours. */
export function explainFailure(error: unknown, command: CommandDefinition, call: Call): string | undefined {
  const { texts } = call;
  if (error instanceof InputRefused) return explainInput(error, command, call);
  if (error instanceof PermissionMissing) return explainPermission(error, texts);
  if (error instanceof NotInTeam) return texts.teamOnly;
  if (error instanceof GuardRefused) return explainGuard(error, texts);
  if (error instanceof WaitTimedOut || error instanceof WaitCancelled) return explainEnding(error, texts);
  if (error instanceof RequestRejected) return explainRejection(error.status, texts);
  return explainLimit(error, texts);
}

/** What somebody reads whose answer to a question will not do. */
export function explainAnswer(problem: InputProblem, texts: Texts): string {
  return problemSentence(problem, texts.this, texts);
}

/** What is said about a failure that is none of the reader's business. The log has the rest, under the same reference. */
export function apologise(reference: string, texts: Texts): string {
  return texts.failed(reference);
}

function explainInput(
  { problem, place, suggestions }: InputRefused,
  command: CommandDefinition,
  { content, prefix, commands, texts }: Call,
): string {
  const argument = place.argument === undefined ? texts.this : codeSpan(place.argument);
  const parts = [problemSentence(problem, argument, texts) + didYouMean(suggestions, texts)];
  if (problem.code !== 'TEXT_TOO_LONG') parts.push(excerpt(content, place));
  parts.push(texts.usage(usagesOf(command, texts).map((usage) => prefix + usage)));
  const [example] = command.examples;
  if (example !== undefined) parts.push(texts.example(prefix + example));
  if (commands.find('help')?.kind === 'command') parts.push(texts.more(`${prefix}help ${command.name}`));
  return fitParts(parts, '\n');
}

function explainPermission({ whose, missing }: PermissionMissing, texts: Texts): string {
  const permissions = permissionWords(missing, texts);
  return whose === 'author' ? texts.youLack(permissions) : texts.iLack(permissions);
}

function explainGuard({ refusal, guard }: GuardRefused, texts: Texts): string {
  switch (refusal.code) {
    case 'CHANNEL_PERMISSION_MISSING': {
      const permissions = channelPermissionWords(refusal.missing, texts);
      return refusal.whose === 'author' ? texts.youLackHere(permissions) : texts.iLackHere(permissions);
    }
    case 'CHANNEL_PERMISSION_UNCERTAIN': {
      const permissions = channelPermissionWords(refusal.uncertain, texts);
      return refusal.whose === 'author' ? texts.youPerhapsHere(permissions) : texts.iPerhapsHere(permissions);
    }
    case 'REFUSED':
      // A guard of somebody's own may say why; that is text of the bot's author.
      return refusal.reason ?? texts.guards.needs(guard.phrase(texts));
    case 'NONE_HELD':
      return [texts.guards.needs(guard.phrase(texts)), ...new Set(ownReasons(refusal))].join(' ');
    default:
      return texts.guards.needs(guard.phrase(texts));
  }
}

/** What guards of somebody's own said, each of which would have done. */
function ownReasons(refusal: GuardRefusal): string[] {
  if (refusal.code === 'NONE_HELD') return refusal.refusals.flatMap(ownReasons);
  return refusal.code === 'REFUSED' && refusal.reason !== undefined ? [refusal.reason] : [];
}

/** An empty text where another call of the same person has taken the place. */
function explainLimit(error: unknown, texts: Texts): string | undefined {
  if (error instanceof CoolingDown) return texts.coolingDown(waitWords(error.retryAfterMs, texts));
  if (error instanceof CommandBusy) return error.policy === 'reject' ? texts.busy : texts.waitedTooLong;
  if (error instanceof CallCancelled) return error.reason === 'deadline' ? texts.ranTooLong : '';
  return undefined;
}

/** In whole seconds, and never none: what is over soon is over in a second. */
function waitWords(ms: number, texts: Texts): string {
  return new Duration(Math.ceil(ms / 1000) * 1000).toString(texts.words.units);
}

function explainRejection(status: number, texts: Texts): string | undefined {
  if (status === 403) return texts.notAllowed;
  if (status === 404) return texts.gone;
  return undefined;
}
