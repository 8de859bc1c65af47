import { inspect } from 'node:util';

/** A value of any kind, on one short line. */
export function onOneLine(value: unknown): string {
  return inspect(value, { depth: 0, breakLength: Number.POSITIVE_INFINITY, maxStringLength: 200 });
}
