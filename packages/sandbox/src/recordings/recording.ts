import { z } from 'zod';
import { problemOf } from '../bad-input.js';

const Names = z.record(z.string(), z.string());

/** What somebody asked of the sandbox; ids are those of the recorded world. */
const asked = {
  /** The name of the caller; null where the operation asks for none. */
  by: z.string().nullable(),
  /** The id of the operation, or a control call that changes the world. */
  operation: z.string(),
  params: z.record(z.string(), z.string()).optional(),
  query: z.record(z.string(), z.unknown()).optional(),
  body: z.unknown().optional(),
  /** Texts, and files as base64. */
  parts: z.record(z.string(), z.union([z.string(), z.object({ name: z.string(), base64: z.string() })])).optional(),
};

const Step = z.object({
  /** `act` for people, `answer` for bots. */
  kind: z.enum(['act', 'answer']),
  /** Since the recording began. */
  afterMs: z.number(),
  ...asked,
  /** What the sandbox answered, so that ids which are others next time can be told. */
  answer: z.unknown().optional(),
});

const Recording = z.object({
  format: z.literal('botwright-recording'),
  version: z.literal(1),
  seed: z.string(),
  clock: z.enum(['virtual', 'machine']),
  startedAt: z.iso.datetime(),
  /** The names of what there was when the recording began, by id. */
  names: z.object({ users: Names, teams: Names, channels: Names, roles: Names, webhooks: Names }),
  steps: z.array(Step),
});

/** What people did in a sandbox, and what bots answered; without tokens. */
export type Recording = z.output<typeof Recording>;
export type RecordedStep = z.output<typeof Step>;
export type RecordedNames = Recording['names'];

/** What was given is no recording that can be played. */
export class RecordingInvalid extends Error {
  readonly code = 'RECORDING_INVALID';

  constructor(readonly problem: string) {
    super(`the recording cannot be played: ${problem}`);
    this.name = 'RecordingInvalid';
  }
}

/** @throws {RecordingInvalid} naming the member that is to blame. */
export function readRecording(value: unknown): Recording {
  const read = Recording.safeParse(value);
  if (read.success) return read.data;
  throw new RecordingInvalid(problemOf(read.error, 'the whole'));
}
