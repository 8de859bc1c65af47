import { z } from 'zod';
import type { Certainty, Source } from '../certainty.js';
import type { Auth } from '../endpoint.js';
import type { EventKind } from '../events.js';
import type { IdByPathParameter } from '../ids.js';
import type { MemberLimit } from '../member-limits.js';
import type { Right } from '../permissions.js';
import type { Alternative, Method, Path } from './alternative.js';
import type { Multipart, PartValues } from './multipart.js';

/** What is known of an operation that the specification does not have. */
export interface Extra {
  /** `supported`: several clients agree, so a client offers it and a stand-in serves it. The rest is optional to both. */
  readonly standing: 'supported' | 'experimental';
  readonly note?: string;
}

/** What one HTTP call of the service is, said once; client, sandbox and documents are derived from it. */
export interface OperationFacts {
  /** The name in the service's specification. */
  readonly name: string;
  readonly method: Method;
  readonly path: Path;
  /**
   * Whether saying it twice does no more than saying it once, where the method would tell otherwise: a PUT that creates,
   * a POST that sets. Inferred from what the operation does.
   */
  readonly repeatable?: boolean;
  readonly query?: z.ZodObject;
  readonly body?: z.ZodType;
  /** In place of a JSON body. */
  readonly multipart?: Multipart;
  /** The members of a 200 answer beside `success`. */
  readonly answer: z.ZodType<Record<string, unknown>>;
  /** `bot` where nothing is said. */
  readonly auth?: Auth;
  /** Any one of these suffices; none means that the caller only has to be known. All are inferred. */
  readonly needs?: readonly Right[];
  readonly emits?: readonly EventKind[];
  /** Limits on members of the body that its schema leaves alone, because one client alone knows them. */
  readonly limits?: readonly MemberLimit[];
  readonly alternatives?: readonly Alternative[];
  /** Given where the specification has no such operation. */
  readonly extra?: Extra;
  /** Of method and path; members carry their own. */
  readonly certainty: { readonly method: Certainty; readonly path: Certainty };
  readonly source: readonly Source[];
}

export interface Operation extends OperationFacts {
  readonly id: string;
  /** The section of the specification. */
  readonly group: string;
  readonly auth: Auth;
  readonly inSpecification: boolean;
  readonly hasParts: boolean;
  /** The names of the members that its answer promises beside `success`, in order. */
  readonly answers: readonly string[];
}

type Group<Name extends string, Facts> = {
  readonly [Id in keyof Facts & string]: Facts[Id] & {
    readonly id: Id;
    readonly group: Name;
    readonly auth: Facts[Id] extends { readonly auth: infer Named } ? Named : 'bot';
    readonly inSpecification: Facts[Id] extends { readonly extra: Extra } ? false : true;
    readonly hasParts: boolean;
    readonly answers: readonly string[];
  };
};

/** Gives each operation of a section its id, which is its key, its section, and what its facts imply. */
export function operationGroup<const Name extends string, const Facts extends Record<string, OperationFacts>>(
  group: Name,
  facts: Facts,
): Group<Name, Facts> {
  const entries = Object.entries(facts).map(([id, operation]) => {
    const { auth = 'bot', extra, multipart } = operation;
    const inSpecification = extra === undefined;
    const derived = { inSpecification, hasParts: multipart !== undefined, answers: answerMembers(operation) };
    return [id, { ...operation, id, group, auth, ...derived }];
  });
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
/** What a caller gives where the body is multipart; nothing elsewhere. */
export type PartsOf<Op extends OperationFacts, File = Blob> = Op['multipart'] extends Multipart
  ? PartValues<Op['multipart'], File>
  : undefined;
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

function answerMembers({ answer }: OperationFacts): string[] {
  const object = answer instanceof z.ZodPipe ? answer.out : answer;
  return object instanceof z.ZodObject ? Object.keys(object.shape) : [];
}
