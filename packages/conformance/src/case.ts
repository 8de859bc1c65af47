import { z } from 'zod';

/** What an operation's cases look at, in the order of the table's columns. */
export const aspects = ['shape', 'permission', 'input', 'event'] as const;
export type Aspect = (typeof aspects)[number];

const text = z.record(z.string(), z.string());

/** A part of a multipart body: text, or a file in base64. */
const Part = z.union([z.string(), z.strictObject({ fileName: z.string(), type: z.string(), base64: z.string() })]);

/** What must hold of an answer. */
const Expectation = z.strictObject({
  status: z.int(),
  /** Members that the answer must carry beside `success`. */
  members: z.array(z.string()).optional(),
  /** What the answer must hold: objects may hold more, a list must hold such entries in any order. */
  matches: z.unknown().optional(),
  /** What the list at each way must hold no entry like. */
  lacks: z.record(z.string(), z.unknown()).optional(),
});

const EventExpectation = z.strictObject({ kind: z.string(), matches: z.unknown() });

/** A call of an operation. */
const OperationCall = z.strictObject({
  /** `bot`, a name among the case's people, `nobody` (no token at all) or `stranger` (a token nobody was given). */
  as: z.string(),
  operation: z.string(),
  parameters: text.optional(),
  query: text.optional(),
  body: z.unknown().optional(),
  parts: z.record(z.string(), Part).optional(),
  /** A body to send as it stands, in place of `body`. */
  rawBody: z.string().optional(),
});

/** What a case must arrange before its call. */
const Preparation = z.union([
  OperationCall.extend({ keep: text.optional() }),
  z.strictObject({ control: z.string(), body: z.unknown().optional(), keep: text.optional() }),
]);

export const Case = z.strictObject({
  operation: z.string(),
  aspect: z.enum(aspects),
  title: z.string(),
  /** Changes nothing, so that it may be tried on a service that others use. */
  safe: z.boolean(),
  /** The server may do without this operation. */
  optional: z.boolean(),
  /** Plain members of the team, by the name under which they call. */
  people: z.array(z.string()),
  setup: z.array(Preparation),
  call: OperationCall,
  expect: Expectation,
  /** What the bot must hear on its WebSocket. */
  event: EventExpectation.optional(),
  /** Calls that show what the call has left behind. */
  after: z.array(OperationCall.extend({ expect: Expectation })),
});

export type Case = z.output<typeof Case>;
export type OperationCall = z.output<typeof OperationCall>;
export type Preparation = z.output<typeof Preparation>;
export type Expectation = z.output<typeof Expectation>;
export type EventExpectation = z.output<typeof EventExpectation>;
export type Part = z.output<typeof Part>;
