import type { Message, TeamId } from '@botwright/protocol';
import { completeMessage } from '@botwright/protocol/facts';
import type { Json, Schema } from '@botwright/store';

export type StepKind = 'ask' | 'confirm' | 'choose' | 'say' | 'run';

/** What came of a step. */
export type StepOutcome =
  /** Nothing at all when the step gave nothing. */
  | { readonly value?: Json; readonly message?: undefined; readonly timedOutMs?: undefined }
  /** The answer, where the value it was read into is more than JSON: it is read again. */
  | { readonly message: Message; readonly value?: undefined; readonly timedOutMs?: undefined }
  | { readonly timedOutMs: number; readonly value?: undefined; readonly message?: undefined };

/** One step as far as it got. */
export interface StepRecord {
  readonly kind: StepKind;
  readonly name: string;
  /** May be done once more when the person goes back. */
  readonly isRepeatable: boolean;
  /** The message with the question, and until when its answer is waited for, in epoch milliseconds. */
  asked?: { readonly messageId: string; readonly until: number };
  outcome?: StepOutcome;
}

/** A conversation as it is stored. */
export interface ConversationRecord {
  readonly name: string;
  readonly version: number;
  readonly teamId: TeamId | null;
  /** What called. */
  readonly message: Message;
  readonly input: Json;
  readonly steps: StepRecord[];
}

/** Written by this package alone; looked at for what a later version could have changed. */
export const conversationRecord: Schema<ConversationRecord> = {
  '~standard': {
    validate(value) {
      if (isRecord(value)) return { value };
      return { issues: [{ message: 'is no conversation' }] };
    },
  },
};

function isRecord(value: unknown): value is ConversationRecord {
  if (typeof value !== 'object' || value === null) return false;
  const { name, version, message, steps } = value as Record<string, unknown>;
  const isNamed = typeof name === 'string' && typeof version === 'number';
  return isNamed && Array.isArray(steps) && completeMessage(message) === undefined;
}
