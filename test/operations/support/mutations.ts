import fc, { type Arbitrary } from 'fast-check';

/** The way to a place in a body: names of members and positions in lists. */
export type Way = readonly (string | number)[];

/** Stands where the text of a body gets a number that no number of the language holds. */
const beyondNumbers = '@@beyond numbers@@';

const nestedDeeply = Array.from({ length: 400 }).reduce<unknown>((inner) => [inner], []);

const replacements: readonly unknown[] = [
  null,
  true,
  'text',
  '',
  7,
  -1,
  0.5,
  Number.MAX_SAFE_INTEGER + 1,
  1e308,
  beyondNumbers,
  [],
  {},
  'x'.repeat(2001),
  Array.from({ length: 51 }, () => 'entry'),
  Array.from({ length: 6 }, () => ({})),
  nestedDeeply,
  { toString: 1, length: -1 },
];

/** The text of a JSON body with one member left out or put to something else, at any depth. */
export function mutationsOf(value: unknown): Arbitrary<string> {
  return fc.constantFrom(...waysInto(value)).chain((way) => {
    const changes = replacements.map((by) => replaced(value, way, by));
    const all = way.length > 0 ? [...changes, without(value, way)] : changes;
    return fc.constantFrom(...all.map((changed) => asText(changed)));
  });
}

function asText(value: unknown): string {
  return JSON.stringify(value).replaceAll(JSON.stringify(beyondNumbers), '1e400');
}

function waysInto(value: unknown, way: Way = []): [Way, ...Way[]] {
  if (typeof value !== 'object' || value === null) return [way];
  const entries: [string | number, unknown][] = Array.isArray(value) ? [...value.entries()] : Object.entries(value);
  return [way, ...entries.flatMap(([key, member]) => waysInto(member, [...way, key]))];
}

/** A copy in which something else stands at that place. */
export function replaced(value: unknown, [step, ...rest]: Way, by: unknown): unknown {
  if (step === undefined) return by;
  const copy = (Array.isArray(value) ? [...value] : { ...(value as object) }) as Record<string | number, unknown>;
  copy[step] = replaced(copy[step], rest, by);
  return copy;
}

/** A copy without what stands at that place. */
export function without(value: unknown, [step, ...rest]: Way): unknown {
  if (step === undefined) return undefined;
  if (Array.isArray(value)) {
    return value.flatMap((entry, index) => (index !== step ? [entry] : rest.length > 0 ? [without(entry, rest)] : []));
  }
  const { [step as string]: member, ...others } = value as Record<string, unknown>;
  return rest.length > 0 ? { ...others, [step]: without(member, rest) } : others;
}
