import type { z } from 'zod';

/** A value that a schema refuses, and what was done to a good one. */
export interface Spoiled {
  readonly what: string;
  readonly value: unknown;
}

type Way = readonly (string | number)[];

const otherTypes: readonly (readonly [string, unknown])[] = [
  ['a list', []],
  ['text', 'text'],
  ['a number', 7],
  ['an object', {}],
];
const tooLong = 'x'.repeat(2001);
const tooMany = 6;
const tooMuch = 1e16;

/** Every value that is one step away from a good one and that the schema does not take. */
export function spoil(schema: z.ZodType, good: unknown): Spoiled[] {
  const all = waysInto(good).flatMap((way) => changesAt(good, way));
  return all.filter(({ value }) => !schema.safeParse(value).success);
}

function waysInto(value: unknown, way: Way = []): Way[] {
  if (typeof value !== 'object' || value === null) return [way];
  const entries = Array.isArray(value) ? [...value.entries()].slice(0, 1) : Object.entries(value);
  return [way, ...entries.flatMap(([key, member]) => waysInto(member, [...way, key]))];
}

function changesAt(good: unknown, way: Way): Spoiled[] {
  const name = way.length > 0 ? way.join('.') : 'the body';
  const before = at(good, way);
  const changes = [
    ...otherTypes.filter(([, value]) => typeNameOf(value) !== typeNameOf(before)),
    ['null', null] as const,
    ...excesses(before),
  ].map(([what, value]) => ({ what: `${name} as ${what}`, value: replaced(good, way, value) }));
  return way.length > 0 ? [{ what: `no ${name}`, value: without(good, way) }, ...changes] : changes;
}

function excesses(value: unknown): (readonly [string, unknown])[] {
  if (typeof value === 'string') {
    return [
      ['empty text', ''],
      ['text of 2001 characters', tooLong],
      ['a word nobody knows', 'thingummy'],
    ];
  }
  if (typeof value === 'number') {
    return [
      ['a negative number', -1],
      ['a fraction', 0.5],
      ['a huge number', tooMuch],
    ];
  }
  return Array.isArray(value) && value.length > 0 ? [[`a list of ${tooMany}`, Array(tooMany).fill(value[0])]] : [];
}

function typeNameOf(value: unknown): string {
  return Array.isArray(value) ? 'list' : typeof value;
}

function at(value: unknown, [step, ...rest]: Way): unknown {
  return step === undefined ? value : at((value as Record<string | number, unknown>)[step], rest);
}

function replaced(value: unknown, [step, ...rest]: Way, by: unknown): unknown {
  if (step === undefined) return by;
  const copy = (Array.isArray(value) ? [...value] : { ...(value as object) }) as Record<string | number, unknown>;
  copy[step] = replaced(copy[step], rest, by);
  return copy;
}

function without(value: unknown, way: Way): unknown {
  const holder = at(value, way.slice(0, -1));
  const name = way.at(-1);
  if (Array.isArray(holder)) return replaced(value, way.slice(0, -1), []);
  const others = Object.entries(holder as object).filter(([key]) => key !== name);
  return replaced(value, way.slice(0, -1), Object.fromEntries(others));
}
