import { RequestRejected } from '@botwright/core';
import type { CommandContext } from '../context.js';
import { normaliseName } from '../names.js';
import { nearestTo } from '../suggestions.js';
import { ArgumentRefused } from './problems.js';

const candidatesNamed = 5;
const idShape = /^[\w-]{1,128}$/;

/** Whether a text could be an id, so that it may stand in a path. */
export function isIdLike(text: string): boolean {
  return idShape.test(text);
}

/** Things of one kind, as people tell them apart. */
export interface NamedThings<Thing> {
  /** In the singular, for the answer: `member`. */
  readonly wanted: string;
  readonly things: readonly Thing[];
  nameOf(thing: Thing): string;
  idOf(thing: Thing): string;
}

/**
 * The thing that somebody means: by id, exact name, name in another case, or the beginning of a name when only one
 * begins so, in this order. It never picks among several.
 *
 * @returns `undefined` when nothing fits.
 * @throws {ArgumentRefused} when several fit.
 */
export function findNamed<Thing>(among: NamedThings<Thing>, written: string): Thing | undefined {
  const { things, nameOf, idOf } = among;
  const folded = normaliseName(written);
  if (folded === '') return undefined;
  const steps: ((thing: Thing) => boolean)[] = [
    (thing) => idOf(thing) === written,
    (thing) => nameOf(thing) === written,
    (thing) => normaliseName(nameOf(thing)) === folded,
    (thing) => normaliseName(nameOf(thing)).startsWith(folded),
  ];
  for (const step of steps) {
    const found = things.filter(step);
    const [first] = found;
    if (found.length > 1) throw ambiguous(among, found);
    if (first !== undefined) return first;
  }
  return undefined;
}

function ambiguous<Thing>({ wanted, nameOf, idOf }: NamedThings<Thing>, found: readonly Thing[]): ArgumentRefused {
  const candidates = found.slice(0, candidatesNamed).map((thing) => `${nameOf(thing)} (${idOf(thing)})`);
  return new ArgumentRefused({ code: 'AMBIGUOUS', wanted, candidates, count: found.length });
}

/** Says that nothing fits, and asks about names that are spelt nearly so; none of those is ever taken unasked. */
export function notFound<Thing>({ wanted, things, nameOf }: NamedThings<Thing>, written: string): ArgumentRefused {
  const near = nearestTo(written, new Set(things.map(nameOf))).slice(0, candidatesNamed);
  return new ArgumentRefused({ code: 'NOT_FOUND', wanted, near });
}

/** {@link findNamed}, for which nothing is a refusal. */
export function requireNamed<Thing>(among: NamedThings<Thing>, written: string): Thing {
  const found = findNamed(among, written);
  if (found === undefined) throw notFound(among, written);
  return found;
}

/**
 * Asks the service for one thing.
 *
 * @returns `undefined` when there is none.
 * @throws {ArgumentRefused} when the bot may not look.
 */
export async function foundOrNone<Found>(wanted: string, look: Promise<Found>): Promise<Found | undefined> {
  try {
    return await look;
  } catch (error) {
    if (!(error instanceof RequestRejected)) throw error;
    if (error.status === 404) return undefined;
    if (error.status === 403) throw new ArgumentRefused({ code: 'NO_ACCESS', wanted });
    throw error;
  }
}

const looks = new WeakMap<CommandContext, Map<string, Promise<unknown>>>();

/** Asks the service once a call for what several arguments, or several tries of one, need. */
export function askOnce<Answer>(context: CommandContext, key: string, ask: () => Promise<Answer>): Promise<Answer> {
  const ofCall = looks.get(context) ?? new Map<string, Promise<unknown>>();
  looks.set(context, ofCall);
  const answer = (ofCall.get(key) as Promise<Answer> | undefined) ?? ask();
  ofCall.set(key, answer);
  return answer;
}

/** What the service lists; a list that the bot may not see is a refusal, no failure. */
export async function listOnce<Thing>(
  context: CommandContext,
  wanted: string,
  ask: () => Promise<readonly Thing[]>,
): Promise<readonly Thing[]> {
  return (await askOnce(context, wanted, () => foundOrNone(wanted, ask()))) ?? [];
}
