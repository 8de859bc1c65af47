import { type Multipart, partsSchema, pathParameterNames } from '@botwright/protocol';
import type { Case } from '../case.js';
import { castValue } from './caller.js';
import { castOf, type Draft, draftCase, type Subject } from './draft.js';
import { spoil } from './spoil.js';

const unknownId = 'ffffffffffffffff';

/** What the contract does not take is refused, and nothing comes of it. */
export function inputCases(subject: Subject): Case[] {
  return [
    ...unknownIdCases(subject),
    ...bodyCases(subject),
    ...queryCases(subject),
    ...multipartCases(subject),
    ...ownCases(subject),
  ];
}

function unknownIdCases(subject: Subject): Case[] {
  const { operation, recipe } = subject;
  const { anyParameter = [], parameters = {} } = recipe;
  return pathParameterNames(operation.path)
    .filter((name) => !anyParameter.includes(name) && name !== 'webhookToken')
    .map((name) =>
      refusal(subject, 404, `an unknown ${name}`, {
        call: { parameters: { ...cast(subject, parameters), [name]: unknownId } },
      }),
    );
}

function bodyCases(subject: Subject): Case[] {
  const { operation, recipe } = subject;
  const { body: schema } = operation;
  if (!schema) return [];
  const spoiled = recipe.anyBody ? [] : spoil(schema, recipe.body);
  return [
    refusal(subject, 400, 'a body that is not JSON', { call: { body: undefined, rawBody: '{"' } }),
    ...spoiled.map(({ what, value }) => refusal(subject, 400, what, { call: { body: cast(subject, value) } })),
  ];
}

function queryCases(subject: Subject): Case[] {
  const { operation, recipe } = subject;
  const { query: schema } = operation;
  if (!schema) return [];
  const values = ['nonsense', '-1', '0', '1.5', '100000'];
  return Object.keys(schema.shape).flatMap((name) =>
    values
      .map((value) => ({ ...recipe.query, [name]: value }))
      .filter((query) => !schema.safeParse(query).success)
      .map((query) => refusal(subject, 400, `${name}=${query[name]}`, { call: { query } })),
  );
}

function multipartCases(subject: Subject): Case[] {
  const { operation, recipe } = subject;
  const { multipart } = operation;
  if (!multipart) return [];
  const parts = Object.entries(recipe.parts ?? {});
  const lacking = parts.map(([name]) => [name, Object.fromEntries(parts.filter(([other]) => other !== name))] as const);
  return [
    refusal(subject, 415, 'JSON in place of parts', { call: { parts: undefined, body: {} } }),
    ...lacking
      .filter(([, rest]) => !takes(multipart, rest))
      .map(([name, rest]) => refusal(subject, 400, `no part ${name}`, { call: { parts: rest } })),
  ];
}

/** Of a file it is enough that it is none of the texts. */
function takes(multipart: Multipart, parts: object): boolean {
  const isFile = (value: unknown): value is object => typeof value === 'object';
  return partsSchema(multipart, isFile).safeParse(parts).success;
}

function ownCases(subject: Subject): Case[] {
  return (subject.recipe.refusals ?? []).map(({ title, status, parameters, body }) =>
    refusal(subject, status, title, {
      call: {
        ...(parameters && { parameters }),
        ...(body !== undefined && { body: cast(subject, body) }),
      },
    }),
  );
}

function refusal(subject: Subject, status: number, what: string, draft: Pick<Draft, 'call'>): Case {
  return draftCase(subject, { ...draft, aspect: 'input', title: `refuses ${what}`, expect: { status } });
}

function cast<Value>(subject: Subject, value: Value): Value {
  return castValue(value, castOf(subject, {}));
}
