import type { AnswerOf, Endpoint, Operation } from '@botwright/protocol';
import { firstProblem } from '@botwright/protocol/facts';
import { ReplyUnreadable, RequestRejected, ServiceFailed } from '../errors.js';
import { parseJson } from '../json.js';
import type { Validation } from '../options.js';
import { hasSchemas, loadSchemas, operationOf, schemasAtHand } from '../schemas.js';
import { lightly } from './light-answer.js';
import { mayHaveHappened } from './retry.js';
import type { TransportReply } from './transport.js';

/** As much of a body is kept in an error. */
const keptCharacters = 1024;

export interface Reading {
  readonly mode: Validation;
  /** Takes secrets out of what errors keep. */
  readonly clean: (text: string) => string;
  /** What the path was filled with, as far as anybody may see it. */
  readonly params: () => Readonly<Record<string, string>>;
}

/**
 * Makes the operation's answer of a reply, or the error that it stands for. A promise only where schemas have to be loaded
 * for that.
 * @throws {RequestRejected} {@link ServiceFailed} {@link ReplyUnreadable}
 */
export function readReply<Op extends Operation>(
  operation: Op | Endpoint<Op>,
  reply: TransportReply,
  { mode, clean, params }: Reading,
): AnswerOf<Op> | Promise<AnswerOf<Op>> {
  const text = textOf(reply.body);
  const excerpt = () => clean(text.slice(0, keptCharacters));
  const unreadable = (problem: string) => new ReplyUnreadable(operation, reply.status, clean(problem), excerpt());
  if (reply.status >= 500) {
    const outcome = mayHaveHappened(operation, reply) ? 'unknown' : 'refused';
    throw new ServiceFailed(operation, reply.status, messageIn(excerpt()), excerpt(), outcome);
  }
  if (reply.status >= 400) {
    throw new RequestRejected(operation, reply.status, messageIn(excerpt()), excerpt(), params());
  }
  if (reply.status < 200 || reply.status > 299) throw unreadable('the status is neither a success nor an error');
  if (reply.truncated) throw unreadable('the body is too long');
  const wire = shaped(operation, parse(text));
  if (wire === undefined) throw unreadable('the body is not JSON');
  const light = mode === 'light' ? lightly(operation, wire) : undefined;
  return light ? (light as AnswerOf<Op>) : readBySchema(operation, wire, unreadable);
}

function readBySchema<Op extends Operation>(
  operation: Op | Endpoint<Op>,
  wire: unknown,
  unreadable: (problem: string) => ReplyUnreadable,
): AnswerOf<Op> | Promise<AnswerOf<Op>> {
  const readBy = ({ answer }: Operation) => {
    const read = answer.safeParse(wire);
    if (!read.success) throw unreadable(firstProblem(read.error));
    return read.data as AnswerOf<Op>;
  };
  if (hasSchemas(operation)) return readBy(operation);
  const schemas = schemasAtHand();
  if (schemas) return readBy(operationOf(operation, schemas));
  return loadSchemas().then((loaded) => readBy(operationOf(operation, loaded)));
}

function textOf(body: Buffer | string): string {
  const text = typeof body === 'string' ? body : body.toString('utf8');
  return text.charCodeAt(0) === 0xfeff ? text.slice(1) : text;
}

function parse(text: string): unknown {
  // An answer that promises nothing may come without a body.
  if (text.trim() === '') return {};
  try {
    return parseJson(text);
  } catch {
    return undefined;
  }
}

/** Some sources have the bare list where an object with the list is promised. */
function shaped({ answers }: Endpoint, wire: unknown): unknown {
  if (!Array.isArray(wire)) return wire;
  return answers.length === 1 ? { [answers[0] as string]: wire } : wire;
}

/** The service's own words in the body of an error: JSON with a `message`, or plain text. */
function messageIn(excerpt: string): string | undefined {
  const body = parse(excerpt);
  if (typeof body === 'object' && body !== null) {
    const { message } = body as { message?: unknown };
    return typeof message === 'string' ? message : undefined;
  }
  const isMarkup = excerpt.trimStart().startsWith('<');
  return isMarkup ? undefined : excerpt.trim() || undefined;
}
