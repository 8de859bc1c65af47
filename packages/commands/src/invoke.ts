import { randomBytes } from 'node:crypto';
import { RequestRejected } from '@botwright/core';
import { bindArguments } from './arguments/bind.js';
import type { Call } from './call-finder.js';
import type { CommandInstance } from './command-class.js';
import type { CallContext, CommandContext } from './context.js';
import type { CommandDefinition } from './definition.js';
import type { CallRun } from './edits/call-run.js';
import type { Edits } from './edits/edits.js';
import { CallCancelled } from './errors.js';
import type { FailureAnswers } from './failure-answers.js';
import { apologise, explainFailure } from './failures.js';
import { refusalOf } from './guards/check.js';
import type { Limits } from './limits/limits.js';

/** How a call of a command ended. */
export type Invocation =
  | { readonly command: string; readonly outcome: 'done' }
  /** The person who called was told why: bad input, a missing permission, a call the service did not allow. */
  | { readonly command: string; readonly outcome: 'refused'; readonly error: unknown }
  /** Something of ours failed; the person who called was told the reference, under which the log has the error. */
  | { readonly command: string; readonly outcome: 'failed'; readonly error: unknown; readonly reference: string };

export type FailedInvocation = Exclude<Invocation, { outcome: 'done' }>;

interface Verdict {
  readonly failure: FailedInvocation;
  /** For the person who called. */
  readonly text: string;
}

/** What a call needs from whoever put the commands together. */
export interface Host {
  /** Makes the instance of a command for one call. */
  instantiate(command: CommandDefinition, context: CommandContext): object;
  /** Told of each call that did not end well, after its answer. */
  onFailure?(failure: FailedInvocation, context: CommandContext): void;
}

/** What calls of one router share. */
export interface CallParts {
  readonly host: Host;
  readonly limits: Limits;
  readonly failureAnswers: FailureAnswers;
  readonly edits: Edits;
}

/**
 * Runs one call: guards, arguments, cooldown and turn, instance, run, answer to a failure. A failure is answered, logged and
 * in the result; the promise rejects only with what `onFailure` throws.
 *
 * Only what takes time is waited for: a step that needs none gives its result and no promise.
 */
export async function invoke(
  { command, from }: Call,
  context: CallContext,
  run: CallRun,
  { host, limits, failureAnswers, edits }: CallParts,
): Promise<Invocation> {
  let leave: (() => void) | undefined;
  try {
    const guarding = refusalOf(command, context);
    const refusal = guarding && (await guarding);
    if (refusal !== undefined) throw refusal;
    const values = await bindArguments(command, context, from);
    const entering = limits.enter(command, context, run.cancellation);
    if (entering !== undefined) leave = await entering;
    edits.pass(run);
    const instance = host.instantiate(command, context) as CommandInstance;
    assignFields(instance, command, values);
    await instance.run(context);
    return { command: command.name, outcome: 'done' };
  } catch (error) {
    const { failure, text } = judgeFailure(reasonOf(error, run), command, context);
    await failureAnswers.give(text, context, failure.error, run.cancellation);
    host.onFailure?.(failure, context);
    return failure;
  } finally {
    leave?.();
    const ending = edits.end(run);
    if (ending !== undefined) await ending;
  }
}

/** Whatever a call makes of being given up, it ended because it was. */
function reasonOf(error: unknown, { cancellation }: CallRun): unknown {
  return cancellation.reason instanceof CallCancelled ? cancellation.reason : error;
}

/** Gives each field what was written for it; a field that got nothing stays as the class has it. */
function assignFields(
  instance: CommandInstance,
  command: CommandDefinition,
  values: ReadonlyMap<string, unknown>,
): void {
  const fields = instance as unknown as Record<string, unknown>;
  for (const [field, value] of values) fields[field] = value;
  for (const { field, flag } of command.options) {
    if (flag && fields[field] === undefined) fields[field] = false;
  }
}

function judgeFailure(error: unknown, command: CommandDefinition, context: CommandContext): Verdict {
  const text = explainFailure(error, command, context);
  if (text !== undefined) {
    // A person's mistake is nobody's concern here; a call that the service refused may be a mistake of the command.
    const level = error instanceof RequestRejected ? 'warn' : 'debug';
    context.log[level]({ err: error }, `command ${command.name} was refused`);
    return { failure: { command: command.name, outcome: 'refused', error }, text };
  }
  const reference = randomBytes(3).toString('hex');
  context.log.error({ err: error, reference }, `command ${command.name} failed`);
  return {
    failure: { command: command.name, outcome: 'failed', error, reference },
    text: apologise(reference, context.texts),
  };
}
