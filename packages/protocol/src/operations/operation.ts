import type { z } from 'zod';
import type { Certainty, Source } from '../certainty.js';
import type { EventKind } from '../events.js';
import type { IdByPathParameter } from '../ids.js';
import type { Right } from '../permissions.js';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** What one HTTP call of the service is, said once; client, sandbox and documents are derived from it. */
export interface OperationFacts {
  /** The name in the service's specification. */
  readonly name: string;
  readonly method: Method;
  /** After the API prefix, parameters in braces. */
  readonly path: `/${string}`;
  readonly query?: z.ZodObject;
  readonly body?: z.ZodType;
  /** The members of a 200 answer beside `success`. */
  readonly answer: z.ZodObject;
  /** `webhook`: id and token stand in the path and no Authorization header is wanted. */
  readonly auth?: 'webhook';
  /** Any one of these suffices; none means that the caller only has to be known. All are inferred. */
  readonly needs?: readonly Right[];
  readonly emits?: readonly EventKind[];
  /** Of method and path; members carry their own. */
  readonly certainty: { readonly method: Certainty; readonly path: Certainty };
  readonly source: readonly Source[];
}

export interface Operation extends OperationFacts {
  readonly id: string;
  /** The section of the specification. */
  readonly group: string;
}

type Group<Name extends string, Facts> = {
  readonly [Id in keyof Facts & string]: Facts[Id] & { readonly id: Id; readonly group: Name };
};

/** Gives each operation of a section its id, which is its key, and its section. */
export function operationGroup<const Name extends string, const Facts extends Record<string, OperationFacts>>(
  group: Name,
  facts: Facts,
): Group<Name, Facts> {
  const entries = Object.entries(facts).map(([id, operation]) => [id, { ...operation, id, group }]);
  return Object.fromEntries(entries) as Group<Name, Facts>;
}

type PathParameterName<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | PathParameterName<Rest>
  : never;

/** The parameters in an operation's path, each with its kind of id. */
export type PathParameters<Path extends string> = {
  readonly [Name in PathParameterName<Path>]: Name extends keyof IdByPathParameter ? IdByPathParameter[Name] : string;
};

type Sent<Schema> = Schema extends z.ZodType ? z.input<Schema> : undefined;
type Read<Schema> = Schema extends z.ZodType ? z.output<Schema> : undefined;

export type ParametersOf<Op extends OperationFacts> = PathParameters<Op['path']>;
/** What a caller gives. */
export type QueryOf<Op extends OperationFacts> = Sent<Op['query']>;
export type BodyOf<Op extends OperationFacts> = Sent<Op['body']>;
/** What a server reads, defaults filled in. */
export type ReadQueryOf<Op extends OperationFacts> = Read<Op['query']>;
export type ReadBodyOf<Op extends OperationFacts> = Read<Op['body']>;
/** What a caller gets. */
export type AnswerOf<Op extends OperationFacts> = z.output<Op['answer']>;

const parameterInPath = /\{(\w+)\}/g;

/** The names of the parameters in a path, in order. */
export function pathParameterNames(path: string): string[] {
  return [...path.matchAll(parameterInPath)].map((match) => match[1] as string);
}
