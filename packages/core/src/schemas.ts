import type { Endpoint, Operation } from '@botwright/protocol';

/** The contract with its schemas. */
export type Schemas = typeof import('@botwright/protocol');

let loaded: Schemas | undefined;
let loading: Promise<Schemas> | undefined;

/** The schemas, if something in this process has needed them before. */
export function schemasAtHand(): Schemas | undefined {
  return loaded;
}

/**
 * Loads the schemas, which takes longer than the rest of a bot's start: so it is done when one is needed, and once a process.
 * Those who wait go on in the order they came, and nobody who finds them at hand gets ahead of them.
 */
export function loadSchemas(): Promise<Schemas> {
  loading ??= new Promise((resolve, reject) => {
    import('@botwright/protocol').then((schemas) => {
      // On its own, so that nothing is under way that could look between the one line and the other.
      setImmediate(() => {
        loaded = schemas;
        resolve(schemas);
      });
    }, reject);
  });
  return loading;
}

/** The operation of an endpoint; one that brings its schemas is its own. */
export function operationOf(endpoint: Endpoint, { operations }: Schemas): Operation {
  if (hasSchemas(endpoint)) return endpoint;
  return (operations as Readonly<Record<string, Operation>>)[endpoint.id] as Operation;
}

/** Whether an endpoint brings its schemas. */
export function hasSchemas(endpoint: Endpoint): endpoint is Operation {
  return 'answer' in endpoint;
}
