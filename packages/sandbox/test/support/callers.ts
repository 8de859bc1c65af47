import { apiPrefix, authorization, type Operation, type OperationId, operations } from '@botwright/protocol';
import { createSandbox, type Sandbox, type SandboxOptions } from '../../src/index.js';

export interface Reply {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Record<string, unknown> & { readonly code?: string; readonly message?: unknown };
}

export interface CallInput {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  /** In place of a body, where the operation takes parts. */
  readonly form?: FormData;
}

/** A method and a path by which an operation is called. */
type Form = Pick<Operation, 'method' | 'path'>;

/** Somebody who calls a sandbox over HTTP, with the header that stands for them. */
export class Caller {
  constructor(
    readonly url: string,
    readonly authorization: string | undefined,
  ) {}

  /** Makes a call of the contract; an answer that is not what the contract says fails the test. */
  async call(id: OperationId, input: CallInput = {}): Promise<Reply> {
    return this.callAs(operations[id], id, input);
  }

  /** Makes a call of the contract by another method or path than the operation's own. */
  async callAs({ method, path: template }: Form, id: OperationId, input: CallInput = {}): Promise<Reply> {
    const { params = {}, query = {}, ...content } = input;
    const operation: Operation = operations[id];
    const path = template.replace(/\{(\w+)\}/g, (_whole, name) => encodeURIComponent(params[name] ?? 'x'));
    const search = new URLSearchParams(query).toString();
    const reply = await this.send(method, `${apiPrefix}${path}${search && `?${search}`}`, content);
    if (reply.status === 200) operation.answer.parse(reply.body);
    return reply;
  }

  async send(method: string, path: string, { body, form, headers = {} }: SendInput = {}): Promise<Reply> {
    const response = await fetch(this.url + path, {
      method,
      headers: {
        // Clients of the service send it with every call, also without a body.
        ...(form === undefined && { 'content-type': 'application/json' }),
        ...(this.authorization !== undefined && { authorization: this.authorization }),
        ...headers,
      },
      ...(form !== undefined && { body: form }),
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    return { status: response.status, headers: response.headers, body: (await response.json()) as Reply['body'] };
  }
}

interface SendInput {
  readonly body?: unknown;
  readonly form?: FormData;
  readonly headers?: Record<string, string>;
}

/** Everybody of the default world, ready to call. */
export function callersOf({ description }: Sandbox) {
  const { url, bot, people } = description;
  const person = (name: keyof typeof people) => new Caller(url, authorization(people[name].token, 'User'));
  return {
    bot: new Caller(url, authorization(bot.token)),
    ada: person('ada'),
    bob: person('bob'),
    cy: person('cy'),
    dee: person('dee'),
    nobody: new Caller(url, undefined),
  };
}

/** Makes a control call. */
export async function control(sandbox: Sandbox, method: string, path: string, body?: unknown): Promise<Reply> {
  const { url, controlToken } = sandbox.description;
  const headers = { 'x-sandbox-token': controlToken };
  return new Caller(url, undefined).send(method, `/_sandbox${path}`, { body, headers });
}

export type LedgerLine = Record<string, unknown> & { readonly seq: number; readonly kind: string };

export async function ledger({ description }: Sandbox, after = 0): Promise<LedgerLine[]> {
  const response = await fetch(`${description.url}/_sandbox/ledger?after=${after}`, {
    headers: { 'x-sandbox-token': description.controlToken },
  });
  const text = await response.text();
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as LedgerLine);
}

/** A sandbox that listens; hold it with `await using`. */
export async function openSandbox(options?: SandboxOptions): Promise<Sandbox> {
  const sandbox = await createSandbox(options);
  await sandbox.listen();
  return sandbox;
}
