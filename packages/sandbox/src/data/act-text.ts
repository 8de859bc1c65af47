import { hash } from 'node:crypto';
import { operations } from '@botwright/protocol';
import { z } from 'zod';
import { UploadedFile } from '../multipart-body.js';
import type { Act, CallAct } from '../world/act.js';

/** An act as text; what was uploaded stands beside it, by its digest. */
export interface WrittenAct {
  readonly text: string;
  readonly files: ReadonlyMap<string, Buffer>;
}

/** The only header that anything but an answer follows from. */
const githubEvent = 'x-github-event';

const isOperation = (id: string) => Object.hasOwn(operations, id);
const File = z.strictObject({ digest: z.string(), name: z.string() });
const WrittenAct = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('call'),
    operation: z.string().refine(isOperation, 'is no operation'),
    by: z.string().nullable(),
    params: z.record(z.string(), z.string()),
    query: z.unknown().optional(),
    body: z.unknown().optional(),
    parts: z.record(z.string(), z.union([z.string(), File])).optional(),
    githubEvent: z.string().optional(),
  }),
  z.object({
    kind: z.literal('person'),
    username: z.string(),
    roles: z.array(z.string()),
    bot: z.boolean().optional(),
  }),
  z.object({
    kind: z.literal('application'),
    teamId: z.string().optional(),
    username: z.string(),
    answers: z.array(z.object({ question: z.string(), answer: z.union([z.string(), z.array(z.string())]).nullable() })),
  }),
  z.object({ kind: z.literal('webhook'), channelId: z.string() }),
]);

export function digestOf(bytes: Buffer): string {
  return hash('sha256', bytes, 'hex');
}

export function writeAct(act: Act): WrittenAct {
  if (act.kind !== 'call') return { text: JSON.stringify(act), files: new Map() };
  const { read, ...call } = act;
  const { params, query, body, headers } = read;
  const files = new Map<string, Buffer>();
  const parts = read.parts === undefined ? undefined : writeParts(read.parts as object, files);
  const text = JSON.stringify({ ...call, params, query, body, parts, githubEvent: headers[githubEvent] });
  return { text, files };
}

/**
 * @param fileOf - Finds an upload by its digest, or throws.
 * @throws {SyntaxError | z.ZodError} for text that is no act.
 */
export function readAct(text: string, fileOf: (digest: string) => Buffer): Act {
  const act = WrittenAct.parse(JSON.parse(text));
  if (act.kind !== 'call') return act;
  const { params, query, body, githubEvent: event, ...call } = act;
  const parts = act.parts && readParts(act.parts, fileOf);
  const headers = event === undefined ? {} : { [githubEvent]: event };
  return { ...call, read: { params, query, body, parts, headers } } as CallAct;
}

function writeParts(parts: object, files: Map<string, Buffer>): object {
  const written = Object.entries(parts).map(([part, value]: [string, unknown]) => {
    if (!(value instanceof UploadedFile)) return [part, value] as const;
    const digest = digestOf(value.bytes);
    files.set(digest, value.bytes);
    return [part, { digest, name: value.name }] as const;
  });
  return Object.fromEntries(written);
}

type WrittenParts = Readonly<Record<string, string | z.output<typeof File>>>;

function readParts(parts: WrittenParts, fileOf: (digest: string) => Buffer): object {
  const read = Object.entries(parts).map(([part, value]) => {
    return [part, typeof value === 'string' ? value : new UploadedFile(value.name, fileOf(value.digest))] as const;
  });
  return Object.fromEntries(read);
}
