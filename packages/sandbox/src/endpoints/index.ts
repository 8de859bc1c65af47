import type { Operation, OperationId, Operations } from '@botwright/protocol';
import { channelEndpoints } from './channels.js';
import type { Endpoint } from './endpoint.js';
import { messageEndpoints } from './messages.js';
import { roleEndpoints } from './roles.js';
import { teamEndpoints } from './teams.js';
import { userEndpoints } from './users.js';

/** An endpoint for every operation of the contract, or nothing compiles. */
const table = {
  ...channelEndpoints,
  ...messageEndpoints,
  ...teamEndpoints,
  ...roleEndpoints,
  ...userEndpoints,
} satisfies { [Id in OperationId]: Endpoint<Operations[Id]> };

/** The endpoint of an operation; whoever calls it has read the call with that operation's schemas. */
export function endpointOf(id: OperationId): Endpoint<Operation> {
  return table[id] as unknown as Endpoint<Operation>;
}
