import type { Operation } from '@botwright/protocol';
import { z } from 'zod';
import type { Case, Expectation } from '../case.js';
import type { Look, Recipe } from '../recipes/recipe.js';
import { type Cast, castSteps, castValue } from './caller.js';
import { castOf, draftCase, type Subject } from './draft.js';

/** The answer is what the contract promises, and what was asked for has happened. */
export function shapeCases(subject: Subject): Case[] {
  const { operation, recipe } = subject;
  const cast = castOf(subject, {});
  const promised = { status: 200, members: requiredMembers(operation) };
  const matches = recipe.answer === undefined ? {} : { matches: castValue(recipe.answer, cast) };
  const full = draftCase(subject, {
    aspect: 'shape',
    title: titleOf(recipe),
    expect: { ...promised, ...matches },
    after: (recipe.after ?? []).map((look) => castLook(look, cast)),
  });
  return recipe.looking ? [lookingCase(subject, promised), full] : [full];
}

/** A look at whatever is there, for where nothing may be prepared. */
function lookingCase({ operation, recipe }: Subject, expect: Expectation): Case {
  const { setup = [], parameters = recipe.parameters ?? {} } = recipe.looking ?? {};
  const { people: _people, ...rest } = recipe;
  const looking = { operation, recipe: { ...rest, setup, parameters } };
  return draftCase(looking, { aspect: 'shape', title: 'answers what the contract promises', expect });
}

function titleOf({ looking, after }: Recipe): string {
  if (looking) return 'shows what was put there';
  return after ? 'does what it is for' : 'answers what the contract promises';
}

function castLook({ expect, ...step }: Look, cast: Cast): Case['after'][number] {
  const [call] = castSteps([step], cast) as [Case['after'][number]];
  return { ...call, expect: { status: 200, ...castValue(expect, cast) } };
}

/** The members of an answer that no server may leave out. */
function requiredMembers(operation: Operation): string[] {
  const { answer } = operation;
  const object = answer instanceof z.ZodPipe ? answer.out : answer;
  const shape: Readonly<Record<string, z.core.$ZodType>> = object instanceof z.ZodObject ? object.shape : {};
  return operation.answers.filter((name) => shape[name]?._zod.optout !== 'optional');
}
