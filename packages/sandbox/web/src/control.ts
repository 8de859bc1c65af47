/** The sandbox refused to be steered. `code` is its own word (`FAULT_RULE_INVALID`), `message` its own sentence. */
export class ControlRefused extends Error {
  override readonly name = 'ControlRefused';

  constructor(
    readonly status: number,
    readonly code: string | undefined,
    message: string,
  ) {
    super(code === undefined ? message : `${code}: ${message}`);
  }
}

/** The sandbox did not answer, or not with JSON. */
class ControlFailed extends Error {
  override readonly name = 'ControlFailed';
}

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/**
 * Makes one of the calls by which the sandbox itself is steered; the path comes after `/_sandbox`.
 *
 * @throws {ControlRefused} on any status but 2xx.
 * @throws {ControlFailed} when there is no answer that can be read.
 */
export async function control<Answer>(token: string, method: Method, path: string, body?: unknown): Promise<Answer> {
  const headers = new Headers({ 'x-sandbox-token': token });
  if (body !== undefined) headers.set('content-type', 'application/json');
  const request: RequestInit = { method, headers, cache: 'no-store' };
  let reply: Response;
  let answer: unknown;
  try {
    reply = await fetch(`/_sandbox${path}`, body === undefined ? request : { ...request, body: JSON.stringify(body) });
    answer = await reply.json();
  } catch (cause) {
    throw new ControlFailed('The sandbox did not answer. Is it still running?', { cause });
  }
  if (!reply.ok) throw refusal(reply.status, answer);
  return answer as Answer;
}

function refusal(status: number, answer: unknown): ControlRefused {
  const { message, code } = (answer ?? {}) as { message?: unknown; code?: unknown };
  return new ControlRefused(
    status,
    typeof code === 'string' ? code : undefined,
    typeof message === 'string' ? message : `The sandbox answered ${status}.`,
  );
}
