import type { OperationId, Operations } from '@botwright/protocol';
import type { PayloadSchemas } from './payload.js';

declare global {
  /** Method and path of every operation, put in by the build from the contract. */
  const __ROUTES__: { readonly [Id in OperationId]: Pick<Operations[Id], 'method' | 'path'> };
  /** What the gateway may send, likewise. */
  const __PAYLOADS__: PayloadSchemas;
}
