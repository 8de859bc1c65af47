import type { Case } from '../case.js';
import { castValue } from './caller.js';
import { castOf, draftCase, type Subject } from './draft.js';

/** Everybody concerned hears of the change. */
export function eventCases(subject: Subject): Case[] {
  const { operation, recipe } = subject;
  const cast = castOf(subject, {});
  return (operation.emits ?? []).map((kind) =>
    draftCase(subject, {
      aspect: 'event',
      title: `causes ${kind}`,
      expect: { status: 200 },
      event: { kind, matches: castValue(recipe.events?.[kind] ?? {}, cast) },
    }),
  );
}
