import type { Alternative, Method, Path } from './operations/alternative.js';
import type { Operation } from './operations/operation.js';
import type { Right } from './permissions.js';

/** `webhook`: id and token stand in the path and no Authorization header is wanted; one that comes is ignored. */
export type Auth = 'bot' | 'webhook';

declare const operationOfEndpoint: unique symbol;

/** What a call needs to know of an operation beside its schemas. */
export interface Endpoint<Op extends Operation = Operation> {
  readonly id: string;
  readonly method: Method;
  readonly path: Path;
  readonly auth: Auth;
  /** Whether saying it twice does no more than saying it once, where the method would tell otherwise. */
  readonly repeatable?: boolean;
  /** Whether its body goes out in parts. */
  readonly hasParts: boolean;
  /** Other methods or paths by which the same call can be made. */
  readonly alternatives?: readonly Pick<Alternative, 'method' | 'path'>[];
  /** Any one of these suffices. */
  readonly needs?: readonly Right[];
  /** The names of the members that its answer promises beside `success`, in order. */
  readonly answers: readonly string[];
  /** Never there: it ties the types of an operation to its endpoint. */
  readonly [operationOfEndpoint]?: Op;
}
