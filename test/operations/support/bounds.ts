import type { Limit, Operation } from '@botwright/protocol';
import fc from 'fast-check';
import { z } from 'zod';
import { arbitraryOf } from '../../../packages/protocol/test/support/arbitrary.js';
import { replaced, type Way } from './mutations.js';

/** A limit of a body, and a value beyond it made of one within it. */
interface Bound {
  readonly way: Way;
  /** As messages name it, `embeds.0.color`. */
  readonly member: string;
  readonly rule: string;
  beyond(within: unknown): unknown;
}

type Node = Readonly<Record<string, unknown>>;

const textOf = (length: number) => 'x'.repeat(Math.max(0, length));

/** How each rule of a JSON schema is broken by the least there is. */
const breaking: Readonly<Record<string, (bound: number, within: unknown) => unknown>> = {
  maxLength: (bound) => textOf(bound + 1),
  minLength: (bound) => textOf(bound - 1),
  maxItems: (bound, within) => Array.from({ length: bound + 1 }, () => (within as unknown[])[0]),
  minItems: (bound, within) => (within as unknown[]).slice(0, bound - 1),
  maximum: (bound) => bound + 1,
  minimum: (bound) => bound - 1,
};

function bound(way: Way, rule: string, beyond: (within: unknown) => unknown): Bound {
  return { way, member: way.join('.'), rule, beyond };
}

function boundsIn(node: Node, way: Way): Bound[] {
  const own = Object.entries(breaking)
    .filter(([rule]) => typeof node[rule] === 'number')
    .map(([rule, by]) => bound(way, rule, (within) => by(node[rule] as number, within)));
  const members = Object.entries((node['properties'] ?? {}) as Record<string, Node>);
  const choices = ['anyOf', 'allOf'].flatMap((name) => (node[name] ?? []) as Node[]);
  return [
    ...own,
    ...members.flatMap(([name, member]) => boundsIn(member, [...way, name])),
    ...(node['items'] ? boundsIn(node['items'] as Node, [...way, 0]) : []),
    ...choices.flatMap((choice) => boundsIn(choice, way)),
  ];
}

/** The limits that the schema of an operation's body sets: a client refuses what breaks one by itself. */
export function schemaBounds({ body }: Operation): Bound[] {
  return body ? boundsIn(z.toJSONSchema(body, { io: 'input', unrepresentable: 'any', reused: 'inline' }), []) : [];
}

function measuring(length: number, within: unknown): unknown {
  return typeof within === 'number' ? length : textOf(length);
}

function breaksOf({ value, minimum }: Limit, way: Way): Bound[] {
  return [
    ...(value === null ? [] : [bound(way, 'at most', (within) => measuring(value + 1, within))]),
    ...(minimum === undefined ? [] : [bound(way, 'at least', (within) => measuring(minimum - 1, within))]),
  ];
}

/** The limits that one client alone knows: the service has the word on them. */
export function memberBounds({ limits = [] }: Operation): Bound[] {
  return limits.flatMap(({ member, limit }) => breaksOf(limit, wayTo(member)));
}

/** `embeds[].title` stands for the title of each embed. */
function wayTo(member: string): Way {
  return member.split('.').flatMap((step) => (step.endsWith('[]') ? [step.slice(0, -2), 0] : [step]));
}

function valueAt(value: unknown, way: Way): unknown {
  return way.reduce<unknown>(
    (inner, step) => (inner as Record<string | number, unknown> | undefined | null)?.[step],
    value,
  );
}

function canBreak(within: unknown): boolean {
  return Array.isArray(within) ? within.length > 0 : typeof within === 'string' || typeof within === 'number';
}

/** A body in which nothing is wrong but that one limit is broken. */
export function bodyBeyond({ body }: Operation, { way, beyond }: Bound): unknown {
  if (!body) throw new Error('without a body there are no limits');
  const fitting = arbitraryOf(body).filter((value) => body.safeParse(value).success && canBreak(valueAt(value, way)));
  const [whole] = fc.sample(fitting, { numRuns: 1, seed: 7 });
  return replaced(whole, way, beyond(valueAt(whole, way)));
}
