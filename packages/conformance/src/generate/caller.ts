import type { Preparation } from '../case.js';
import type { ControlStep, Step } from '../recipes/recipe.js';

/** Who stands for the two callers that recipes leave open. */
export interface Cast {
  readonly caller: string;
  readonly author: string;
}

/** Puts a case's own callers in place of `caller` and `author`, as callers and as placeholders. */
export function castSteps(steps: readonly (Step | ControlStep)[], cast: Cast): Preparation[] {
  return steps.map((step) => {
    if ('control' in step) return castValue(step, cast);
    const { as = 'bot', ...rest } = step;
    return { as: castName(as, cast), ...castValue(rest, cast) };
  });
}

export function castName(name: string, cast: Cast): string {
  return name === 'caller' || name === 'author' ? cast[name] : name;
}

/** The placeholder of somebody without an account stays unknown, and nothing asks for it. */
export function castValue<Value>(value: Value, { caller, author }: Cast): Value {
  const text = JSON.stringify(value).replaceAll('{caller}', `{${caller}}`).replaceAll('{author}', `{${author}}`);
  return JSON.parse(text) as Value;
}
