import type { Operation } from '@botwright/protocol';
import type { Aspect, Case, Expectation, OperationCall } from '../case.js';
import type { Recipe } from '../recipes/recipe.js';
import { type Cast, castName, castSteps, castValue } from './caller.js';
import { isSafe } from './safety.js';

export interface Subject {
  readonly operation: Operation;
  readonly recipe: Recipe;
}

/** In which a case differs from its recipe. */
export interface Draft {
  readonly aspect: Aspect;
  readonly title: string;
  readonly expect: Expectation;
  /** Who calls; the recipe's caller where nothing is said. */
  readonly as?: string;
  /** Who has made what the call is about; the caller where nothing is said. */
  readonly author?: string;
  readonly people?: readonly string[];
  readonly setup?: Case['setup'];
  readonly call?: Partial<OperationCall>;
  readonly event?: Case['event'];
  readonly after?: Case['after'];
}

/** Makes the recipe's call a case of its own. */
export function draftCase(subject: Subject, draft: Draft): Case {
  const { operation, recipe } = subject;
  const { aspect, title, expect, event } = draft;
  const cast = castOf(subject, draft);
  const { parameters, query, body, parts } = castValue(recipe, cast);
  const given = { parameters, query, body, parts, ...draft.call };
  const course = {
    people: [...(draft.people ?? []), ...(recipe.people ?? [])],
    setup: [...castSteps(recipe.setup ?? [], cast), ...(draft.setup ?? [])],
    call: { as: castName(draft.as ?? 'caller', cast), operation: operation.id, ...withoutUndefined(given) },
    after: draft.after ?? [],
  };
  return {
    operation: operation.id,
    aspect,
    title,
    safe: isSafe(course),
    optional: operation.extra?.standing === 'experimental',
    ...course,
    expect,
    ...(event && { event }),
  };
}

/** Somebody without an account cannot prepare anything: the bot then does it. */
export function castOf({ recipe }: Subject, { as, author }: Pick<Draft, 'as' | 'author'>): Cast {
  const caller = as === undefined || as === 'nobody' || as === 'stranger' ? (recipe.by ?? 'bot') : as;
  return { caller, author: author ?? caller };
}

function withoutUndefined<Value extends object>(value: Value): Value {
  return Object.fromEntries(Object.entries(value).filter(([, member]) => member !== undefined)) as Value;
}
