import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { demandWithinLimits, readInput } from './bad-input.js';
import { readMultipart } from './multipart-body.js';
import type { Route } from './routes.js';

/** What a caller sent, checked against the operation and against nothing else. */
export interface ReadCall {
  readonly params: Readonly<Record<string, string>>;
  readonly query: unknown;
  readonly body: unknown;
  readonly parts: unknown;
  readonly headers: IncomingHttpHeaders;
}

/** What a caller may send at most. */
export interface Strictness {
  /** `stated` lets through what only one client holds itself to. */
  readonly limits: 'all' | 'stated';
  readonly maxUploadBytes: number;
}

export async function readCall(
  request: FastifyRequest,
  route: Route,
  { limits, maxUploadBytes }: Strictness,
): Promise<ReadCall> {
  const { query, body, multipart, limits: memberLimits = [] } = route.operation;
  // Every body is an object or a list; leaving it out says the same as an empty object.
  const sent = request.body === undefined ? {} : request.body;
  const read = body && readInput(body, sent, 'the body');
  if (limits === 'all') demandWithinLimits(memberLimits, read);
  return {
    params: { ...(request.params as Record<string, string>), ...parametersInBody(route, sent) },
    query: query && readInput(query, request.query, 'the query'),
    body: read,
    parts: multipart && (await readMultipart(request, multipart, maxUploadBytes)),
    headers: request.headers,
  };
}

function parametersInBody({ parametersInBody: names }: Route, sent: unknown): Record<string, string> {
  if (names.length === 0) return {};
  const shape = Object.fromEntries(names.map((name) => [name, z.string().min(1)]));
  return readInput(z.object(shape), sent, 'the body');
}
