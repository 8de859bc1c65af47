import {
  type AnswerOf,
  apiPrefix,
  authorization,
  type BodyOf,
  type OperationId,
  type Operations,
  type ParametersOf,
  type QueryOf,
} from '@botwright/protocol';

// Named once: the build writes the whole table wherever the constant stands.
const routes = __ROUTES__;

export interface CallInput<Id extends OperationId> {
  readonly path: ParametersOf<Operations[Id]>;
  readonly query?: QueryOf<Operations[Id]>;
  readonly body?: BodyOf<Operations[Id]>;
}

/** The sandbox refused a call. `message` is its own sentence, `code` its own word (`MISSING_PERMISSION`). */
class CallRefused extends Error {
  override readonly name = 'CallRefused';

  constructor(
    readonly operation: OperationId,
    readonly status: number,
    readonly code: string | undefined,
    message: string,
  ) {
    super(message);
  }
}

/** The sandbox did not answer, or not with JSON. */
class CallFailed extends Error {
  override readonly name = 'CallFailed';

  constructor(
    readonly operation: OperationId,
    options: ErrorOptions,
  ) {
    super('The sandbox did not answer. Is it still running?', options);
  }
}

/**
 * Calls one operation of the service as a person.
 *
 * @returns The answer as it came; the sandbox leaves no member out.
 * @throws {CallRefused} on any status but 2xx.
 * @throws {CallFailed} when there is no answer that can be read.
 */
export async function call<Id extends OperationId>(
  token: string,
  operation: Id,
  input: CallInput<Id>,
): Promise<AnswerOf<Operations[Id]>> {
  const { method } = routes[operation];
  const { body } = input;
  const headers = new Headers({ authorization: authorization(token, 'User') });
  if (body !== undefined) headers.set('content-type', 'application/json');
  const request: RequestInit = { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) };
  let reply: Response;
  let answer: unknown;
  try {
    reply = await fetch(urlOf(operation, input), request);
    answer = await reply.json();
  } catch (cause) {
    throw new CallFailed(operation, { cause });
  }
  if (!reply.ok) throw refusal(operation, reply.status, answer);
  return answer as AnswerOf<Operations[Id]>;
}

function urlOf<Id extends OperationId>(operation: Id, { path, query }: CallInput<Id>): string {
  const values = path as Readonly<Record<string, string>>;
  const filled = routes[operation].path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(values[name] ?? ''),
  );
  const entries = Object.entries(query ?? {}).map(([name, value]) => [name, String(value)]);
  const search = entries.length > 0 ? `?${new URLSearchParams(entries)}` : '';
  return `${apiPrefix}${filled}${search}`;
}

function refusal(operation: OperationId, status: number, answer: unknown): CallRefused {
  const { message, code } = (answer ?? {}) as { message?: unknown; code?: unknown };
  return new CallRefused(
    operation,
    status,
    typeof code === 'string' ? code : undefined,
    typeof message === 'string' ? message : `The sandbox answered ${status}.`,
  );
}
