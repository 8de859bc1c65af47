import type { z } from 'zod';
import type { Limit } from './limits.js';
import { isRecord } from './wire.js';

/** Holds one member of a body to a limit that the body's schema leaves alone. */
export interface MemberLimit {
  /** The way to the member: `name`, `footer.text`, `embeds[].title` for the title of each embed. */
  readonly member: string;
  readonly limit: Limit;
}

/** A member that a limit refuses, with the length or number found. */
export interface ExceededLimit extends MemberLimit {
  readonly found: number;
}

type Named<Value> = keyof { [Name in keyof Value as string extends Name ? never : Name]: unknown } & string;

type Below<Name extends string, Value> = Value extends readonly (infer Item)[]
  ? `${Name}[].${MemberPath<NonNullable<Item>>}`
  : Value extends object
    ? `${Name}.${MemberPath<Value>}`
    : never;

/** The ways to the members of a value, as `MemberLimit` writes them. */
export type MemberPath<Value> = {
  [Name in Named<Value>]: Name | Below<Name, NonNullable<Value[Name]>>;
}[Named<Value>];

/** Lists the limits on a body's members; the body's type vouches for their names. */
export function memberLimits<Body extends z.ZodType>(
  _body: Body,
  byMember: { readonly [Path in MemberPath<z.output<Body>>]?: Limit },
): readonly MemberLimit[] {
  return Object.entries<Limit>(byMember as Record<string, Limit>).map(([member, limit]) => ({ member, limit }));
}

function valuesAt(value: unknown, [step, ...rest]: readonly string[]): unknown[] {
  if (step === undefined) return [value];
  if (!isRecord(value)) return [];
  const each = step.endsWith('[]');
  const member = value[each ? step.slice(0, -2) : step];
  const members = each && Array.isArray(member) ? member : [member];
  return members.flatMap((entry) => valuesAt(entry, rest));
}

function measure(value: unknown): number[] {
  if (typeof value === 'number') return [value];
  return typeof value === 'string' || Array.isArray(value) ? [value.length] : [];
}

function isWithin({ value, minimum }: Limit, found: number): boolean {
  return found >= (minimum ?? 0) && (value === null || found <= value);
}

/** The limits that a body breaks: lengths of text and lists, and numbers themselves. Missing members break none. */
export function exceededLimits(list: readonly MemberLimit[], body: unknown): ExceededLimit[] {
  return list.flatMap(({ member, limit }) =>
    valuesAt(body, member.split('.'))
      .flatMap(measure)
      .filter((found) => !isWithin(limit, found))
      .map((found) => ({ member, limit, found })),
  );
}
