import type { OperationId, Operations } from '@botwright/protocol';

declare global {
  /** Method and path of every operation, put in by the build from the contract. */
  const __ROUTES__: { readonly [Id in OperationId]: Pick<Operations[Id], 'method' | 'path'> };
}
