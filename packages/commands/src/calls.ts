import type { MessageId } from '@botwright/protocol';
import type { Call, CallFinder, Meant, Said } from './call-finder.js';
import type { Callers } from './callers.js';
import { type ContextParts, MessageContext } from './context.js';
import type { CommandDefinition } from './definition.js';
import type { CallReading } from './edits/call-run.js';
import type { Edits } from './edits/edits.js';
import { type CallParts, type Invocation, invoke } from './invoke.js';
import { offerCorrection } from './slips.js';

export interface CallsParts {
  readonly finder: CallFinder;
  readonly callers: Callers;
  readonly edits: Edits;
  readonly contexts: ContextParts;
  /** What a command came with, and what the contexts of its calls share. */
  homeOf(command: CommandDefinition): { readonly part: object; readonly contexts: ContextParts };
  readonly unknownCommands: 'silent' | 'suggest';
}

/** Runs what messages call. */
export class Calls {
  constructor(
    private readonly parts: CallsParts,
    private readonly callParts: CallParts,
  ) {}

  /**
   * Runs what a message calls.
   *
   * @param earlier - The answers that the same message got before it was changed.
   */
  run(
    said: Said,
    { call, from }: Meant,
    earlier: readonly MessageId[] = [],
  ): Promise<Invocation | undefined> | undefined {
    const { callers, edits } = this.parts;
    const { event, content, rules, signal } = said;
    if (!callers.admits(event.message)) return undefined;
    if (call === undefined) return this.miss(said, from);
    const { command } = call;
    const { part, contexts } = this.parts.homeOf(command);
    const run = edits.begin(event.message, readingOf(call, content), earlier);
    run.part = part;
    const { answers, cancellation } = run;
    const abortable = signal === undefined ? cancellation : AbortSignal.any([cancellation.signal, signal]);
    const context = new MessageContext(contexts, { event, content, command, rules, abortable, answers });
    const over = invoke(call, context, run, this.callParts);
    run.over = over;
    return over;
  }

  private miss(said: Said, from: number): Promise<Invocation | undefined> | undefined {
    this.parts.edits.miss(said.event.message.id);
    return this.parts.unknownCommands === 'suggest' ? this.suggest(said, from) : undefined;
  }

  /** Offers what a name may mean that no command has. */
  private async suggest(said: Said, from: number): Promise<Invocation | undefined> {
    const { finder, edits, contexts } = this.parts;
    const { event, content, rules } = said;
    const context = new MessageContext(contexts, {
      event,
      content,
      command: { name: 'unknown', usage: '' },
      rules,
      abortable: new AbortController().signal,
      answers: edits.answersForMiss(event.message),
    });
    const corrected = await offerCorrection(from, context);
    if (corrected === undefined) return undefined;
    const meant = { ...said, content: corrected };
    const call = await finder.find(meant);
    return call?.call && this.run(meant, call);
  }
}

/** What a call does, by which two are compared. */
export function readingOf({ command, from }: Call, content: string): CallReading {
  return { command: command.name, reruns: command.reruns, text: content.slice(from) };
}
