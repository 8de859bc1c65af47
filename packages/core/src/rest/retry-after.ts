/** An answer's headers, names in lower case. */
type Headers = Readonly<Record<string, string | string[] | undefined>>;

/**
 * How long the service wants to be left alone, in milliseconds, from the `Retry-After` header: seconds, or a date.
 * Undefined when there is none that makes sense.
 */
export function retryAfterMs(headers: Headers, now: number): number | undefined {
  const header = headers['retry-after'];
  const text = Array.isArray(header) ? header[0] : header;
  if (text === undefined || text.trim() === '') return undefined;
  const seconds = Number(text);
  return Number.isNaN(seconds) ? positive(Date.parse(text) - now) : positive(seconds * 1000);
}

/** The same from the member `retry_after` of a JSON body, in seconds. */
export function retryAfterMsInBody(body: string): number | undefined {
  try {
    const value: unknown = JSON.parse(body);
    const seconds = typeof value === 'object' && value !== null ? (value as { retry_after?: unknown }).retry_after : 0;
    return positive(Number(seconds) * 1000);
  } catch {
    // A limit may be told by a page of HTML in front of the service.
    return undefined;
  }
}

function positive(ms: number): number | undefined {
  return Number.isFinite(ms) && ms > 0 ? Math.ceil(ms) : undefined;
}
