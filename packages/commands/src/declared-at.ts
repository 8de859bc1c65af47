import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** Where a decorator stands. V8 makes text of it only when it is asked for. */
export type DeclaredAt = { readonly stack?: string };

/** Notes who calls a decorator. */
export function declaredAt(decorator: (...given: never[]) => unknown): DeclaredAt {
  const place: DeclaredAt = {};
  Error.captureStackTrace(place, decorator);
  return place;
}

/**
 * File, line and column, the file as seen from the working directory; `undefined` when the stack does not tell. Of a
 * bundle it names the sources if Node was started with `--enable-source-maps`.
 */
export function placeText({ stack = '' }: DeclaredAt): string | undefined {
  const place = placeOfCaller(stack);
  if (place === undefined) return undefined;
  return path.relative(process.cwd(), place.startsWith('file:') ? fileURLToPath(place) : place);
}

/** What V8 writes of the first caller: `at name (file:line:column)`, or without a name and brackets. */
function placeOfCaller(stack: string): string | undefined {
  const calls = stack.split('\n').map((line) => line.trim());
  const caller = calls.find((line) => line.startsWith('at ')) ?? '';
  const bracket = caller.lastIndexOf('(');
  const place = bracket === -1 ? caller.slice('at '.length) : caller.slice(bracket + 1, -1);
  return /:\d+:\d+$/.test(place) ? place : undefined;
}
