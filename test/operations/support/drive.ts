import type { EventKind, Operation, OperationId, Operations } from '@botwright/protocol';
import type { Stage } from './stage.js';

type Emitted<Op extends Operation> = Op extends { readonly emits: readonly (infer Kind extends EventKind)[] }
  ? { readonly [Name in Kind]: object }
  : undefined;

/**
 * Calls one operation through the client, looks at what it has left behind, and says what every event that the contract
 * names for it must hold.
 */
type Drive<Op extends Operation> = (stage: Stage) => Promise<Emitted<Op>>;

export type Drives<Id extends OperationId> = { readonly [Key in Id]: Drive<Operations[Key]> };

export function drives<Id extends OperationId>(section: Drives<Id>): Drives<Id> {
  return section;
}
