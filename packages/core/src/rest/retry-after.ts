import { parseJson } from '../json.js';

/** An answer's headers, names in lower case. */
export type Headers = Readonly<Record<string, string | string[] | undefined>>;

/** From here on a whole number in a body is taken for milliseconds: no limit lasts a quarter of an hour (inferred). */
const leastMilliseconds = 1_000;

/** A date in a header begins with the name of its day; of two values that a proxy has joined, the first counts. */
const startsWithName = /^\s*[a-z]/i;

/** One header's text; the first where it came more than once. */
export function headerText(headers: Headers, name: string): string | undefined {
  const value = headers[name];
  return Array.isArray(value) ? value[0] : value;
}

/**
 * How long it is until a moment that an answer names. Its `Date` header may be right where the clock here is wrong, and
 * the other way round: the sooner of the two counts, so that neither makes a call wait for hours. Infinity for a moment that is over.
 */
export function untilMs(moment: number, headers: Headers, now: number): number {
  const date = Date.parse(headerText(headers, 'date') ?? '');
  return Math.min(...[moment - now, moment - date].filter((ms) => ms > 0));
}

/**
 * How long the service wants to be left alone, in milliseconds, from the `Retry-After` header: seconds, or a date.
 * Undefined when there is none that makes sense.
 */
export function retryAfterMs(headers: Headers, now: number): number | undefined {
  const text = headerText(headers, 'retry-after');
  if (text === undefined) return undefined;
  if (startsWithName.test(text)) return positive(untilMs(Date.parse(text), headers, now));
  const [first] = text.split(',');
  return positive(Number(first) * 1000);
}

/** What the body of a refusal for too many calls says. */
export interface BodyNotice {
  readonly retryAfterMs: number | undefined;
  readonly isGlobal: boolean;
}

/** The same from the members `retry_after`, in seconds or milliseconds, and `global` of a JSON body. */
export function noticeInBody(body: string): BodyNotice {
  const { retry_after: pause, global } = objectIn(body) as { retry_after?: unknown; global?: unknown };
  const number = typeof pause === 'string' ? Number(pause) : pause;
  const isMilliseconds = Number.isInteger(number) && (number as number) >= leastMilliseconds;
  const ms = typeof number === 'number' ? positive(isMilliseconds ? number : number * 1000) : undefined;
  return { retryAfterMs: ms, isGlobal: global === true };
}

function objectIn(body: string): object {
  try {
    const value: unknown = parseJson(body);
    return typeof value === 'object' && value !== null ? value : {};
  } catch {
    // A limit may be told by a page of HTML in front of the service.
    return {};
  }
}

function positive(ms: number): number | undefined {
  return Number.isFinite(ms) && ms > 0 ? Math.ceil(ms) : undefined;
}
