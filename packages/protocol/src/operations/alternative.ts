import type { Source } from '../certainty.js';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** After the API prefix, parameters in braces. */
export type Path = `/${string}`;

/**
 * Another method or path by which some client makes the same call, against the weight of the other sources. A stand-in
 * may serve it; a client sends the operation's own form. Other shapes of a body need no entry: the body's schema reads them.
 */
export interface Alternative {
  readonly method: Method;
  readonly path: Path;
  readonly source: readonly Source[];
  /** Parameters of the operation's own path that this form carries as members of a JSON body. */
  readonly parametersInBody?: readonly string[];
}
