import { setTimeout as pause } from 'node:timers/promises';
import { apiPrefix, type Operation, type OperationId, operations } from '@botwright/protocol';
import type { OperationCall, Part } from './case.js';

export interface Reply {
  readonly status: number;
  readonly body: unknown;
}

export interface ServerOptions {
  /** Origin of the server. */
  readonly base: string;
  /** Opens the control door, by which a stand-in is prepared. */
  readonly controlToken?: string | undefined;
  /** Time between calls, in milliseconds, for a service that others use too. */
  readonly pauseMs?: number;
}

const timeoutMs = 10_000;

/** The server under test, over plain HTTP. */
export class Server {
  readonly base: string;
  readonly #controlToken: string | undefined;
  readonly #pauseMs: number;

  constructor({ base, controlToken, pauseMs = 0 }: ServerOptions) {
    this.base = base.replace(/(?<!\/)\/+$/, '');
    this.#controlToken = controlToken;
    this.#pauseMs = pauseMs;
  }

  get hasControl(): boolean {
    return this.#controlToken !== undefined;
  }

  /** Calls an operation, with the header that stands for the caller, if any. */
  async call(authorization: string | undefined, call: Omit<OperationCall, 'as'>): Promise<Reply> {
    await pause(this.#pauseMs);
    const operation: Operation = operations[call.operation as OperationId];
    const path = operation.path.replace(/\{(\w+)\}/g, (_whole, name) => encodeURIComponent(parameterOf(call, name)));
    const search = new URLSearchParams(call.query).toString();
    const headers = authorization === undefined ? {} : { authorization };
    return this.#send(operation.method, `${apiPrefix}${path}${search && `?${search}`}`, headers, bodyOf(call));
  }

  /** Makes a call of the control door; the body of its answer. */
  async control(method: 'GET' | 'POST', path: string, body?: unknown): Promise<unknown> {
    const headers = { 'x-sandbox-token': this.#controlToken ?? '' };
    const reply = await this.#send(method, `/_sandbox/${path}`, headers, method === 'GET' ? {} : json(body ?? {}));
    if (reply.status === 200) return reply.body;
    throw new Error(`${method} /_sandbox/${path} answered ${reply.status}: ${JSON.stringify(reply.body)}`);
  }

  async #send(method: string, path: string, headers: Record<string, string>, sent: Sent): Promise<Reply> {
    const response = await fetch(this.base + path, {
      method,
      headers: { accept: 'application/json', ...headers, ...sent.headers },
      body: sent.body ?? null,
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    });
    const text = await response.text();
    return { status: response.status, body: parse(text) };
  }
}

interface Sent {
  readonly headers?: Record<string, string>;
  readonly body?: string | FormData;
}

function bodyOf({ body, rawBody, parts }: Omit<OperationCall, 'as'>): Sent {
  if (parts) return { body: formOf(parts) };
  if (rawBody !== undefined) return { headers: { 'content-type': 'application/json' }, body: rawBody };
  return body === undefined ? {} : json(body);
}

function json(value: unknown): Sent {
  return { headers: { 'content-type': 'application/json' }, body: JSON.stringify(value) };
}

function formOf(parts: Readonly<Record<string, Part>>): FormData {
  const form = new FormData();
  for (const [name, part] of Object.entries(parts)) {
    if (typeof part === 'string') form.append(name, part);
    else form.append(name, new Blob([Buffer.from(part.base64, 'base64')], { type: part.type }), part.fileName);
  }
  return form;
}

function parameterOf({ parameters = {} }: Omit<OperationCall, 'as'>, name: string): string {
  const value = parameters[name];
  if (value === undefined) throw new Error(`the case names no ${name}`);
  return value;
}

/** What is not JSON stays text. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
