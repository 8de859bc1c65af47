import { isDeepStrictEqual } from 'node:util';

/**
 * What keeps a value from being as expected, or undefined. Objects may hold more than expected; a list must hold an
 * entry like each expected one, in any order; everything else must be equal.
 */
export function mismatch(expected: unknown, actual: unknown, way = ''): string | undefined {
  if (Array.isArray(expected)) return listMismatch(expected, actual, way);
  if (typeof expected !== 'object' || expected === null) {
    return isDeepStrictEqual(expected, actual) ? undefined : `${place(way)} is ${show(actual)}, not ${show(expected)}`;
  }
  if (typeof actual !== 'object' || actual === null) return `${place(way)} is ${show(actual)}, not an object`;
  return firstOf(Object.entries(expected), ([name, member]) =>
    mismatch(member, (actual as Record<string, unknown>)[name], way ? `${way}.${name}` : name),
  );
}

/** The value at a way such as `messages.0.id`. */
export function valueAt(value: unknown, way: string): unknown {
  return way.split('.').reduce<unknown>((holder, name) => {
    return typeof holder === 'object' && holder !== null ? (holder as Record<string, unknown>)[name] : undefined;
  }, value);
}

function listMismatch(expected: readonly unknown[], actual: unknown, way: string): string | undefined {
  if (!Array.isArray(actual)) return `${place(way)} is ${show(actual)}, not a list`;
  return firstOf(expected, (entry) => {
    const problems = actual.map((candidate) => mismatch(entry, candidate, way));
    return problems.includes(undefined) ? undefined : `${place(way)} holds no entry like ${show(entry)}`;
  });
}

function firstOf<Entry>(
  entries: readonly Entry[],
  problemOf: (entry: Entry) => string | undefined,
): string | undefined {
  for (const entry of entries) {
    const problem = problemOf(entry);
    if (problem !== undefined) return problem;
  }
  return undefined;
}

function place(way: string): string {
  return way || 'the whole';
}

const longest = 120;

/** A value as JSON, as far as a line of text has room for it. */
export function show(value: unknown): string {
  const text = JSON.stringify(value) ?? 'missing';
  return text.length > longest ? `${text.slice(0, longest)}…` : text;
}
