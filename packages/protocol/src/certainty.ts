import type { z } from 'zod';

/**
 * How sure a fact about the service is.
 * `stated`: in the service's own documents. `observed`: in a client written for it, or in a recorded shape.
 * `inferred`: reasoned, not seen.
 */
export type Certainty = 'stated' | 'observed' | 'inferred';

/** Where a fact was found. `seed` is the service's specification, `docs` its documentation pages. */
export type Source =
  | 'seed'
  | 'docs'
  | 'recorded-shape'
  | 'client:ts'
  | 'client:py'
  | 'client:py2'
  | 'client:js'
  | 'client:teamlify'
  | 'client:php'
  | 'console'
  | 'inferred';

declare module 'zod' {
  interface GlobalMeta {
    certainty?: Certainty;
    source?: readonly Source[];
    reason?: string;
  }
}

/** Marks a member as written in the service's own documents. */
export function stated<Schema extends z.ZodType>(schema: Schema, ...source: Source[]): Schema {
  return schema.meta({ certainty: 'stated', source: source.length > 0 ? source : ['seed'] });
}

/** Marks a member as seen in a client's code or a recorded shape. */
export function observed<Schema extends z.ZodType>(schema: Schema, ...source: Source[]): Schema {
  return schema.meta({ certainty: 'observed', source });
}

/** Marks a member as reasoned, with the reason. */
export function inferred<Schema extends z.ZodType>(schema: Schema, reason: string): Schema {
  return schema.meta({ certainty: 'inferred', source: ['inferred'], reason });
}
