import { randomBytes } from 'node:crypto';
import { RequestRejected } from '@botwright/core';
import { bindArguments } from './arguments/bind.js';
import type { CommandClass, CommandInstance } from './command-class.js';
import type { CommandContext } from './context.js';
import type { CommandDefinition } from './definition.js';
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
  instantiate(commandClass: CommandClass, context: CommandContext): object;
  /** Told of each call as it begins; what it gives back is called when the call has ended, answered and all. */
  onBegin?(command: CommandDefinition): () => void;
  /** Told of each call that did not end well, after its answer. */
  onFailure?(failure: FailedInvocation, context: CommandContext): void;
}

/** What calls of one router share. */
export interface CallParts {
  readonly host: Host;
  readonly limits: Limits;
  readonly failureAnswers: FailureAnswers;
  /** Gives this call up. */
  cancel(reason: Error): void;
}

/**
 * Runs one call from the guards to the answer: guards, arguments, cooldown and turn, run. A failure is answered, logged and in the result; the promise
 * rejects only with what `onFailure` throws.
 *
 * @param from - Where the command's name ends in the message.
 */
export async function invoke(
  command: CommandDefinition,
  context: CommandContext,
  from: number,
  { host, limits, failureAnswers, cancel }: CallParts,
): Promise<Invocation> {
  const end = host.onBegin?.(command);
  let leave: (() => void) | undefined;
  try {
    const refusal = await refusalOf(command, context);
    if (refusal !== undefined) throw refusal;
    const values = await bindArguments(command, context, from);
    leave = await limits.enter(command, context, cancel);
    const instance = host.instantiate(command.commandClass, context) as CommandInstance;
    assignFields(instance, command, values);
    await instance.run(context);
    return { command: command.name, outcome: 'done' };
  } catch (error) {
    const { failure, text } = judgeFailure(reasonOf(error, context), command, context);
    await failureAnswers.give(text, context, failure.error);
    host.onFailure?.(failure, context);
    return failure;
  } finally {
    leave?.();
    end?.();
  }
}

/** Whatever a call makes of being given up, it ended because it was. */
function reasonOf(error: unknown, { signal }: CommandContext): unknown {
  return signal.aborted && signal.reason instanceof CallCancelled ? signal.reason : error;
}

/** Gives each field what was written for it; a field that got nothing stays as the class has it. */
function assignFields(instance: object, command: CommandDefinition, values: ReadonlyMap<string, unknown>): void {
  Object.assign(instance, Object.fromEntries(values));
  const unset = command.options.filter(({ field, flag }) => flag && Reflect.get(instance, field) === undefined);
  Object.assign(instance, Object.fromEntries(unset.map(({ field }) => [field, false])));
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
