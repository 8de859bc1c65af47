import type { Operation, OperationId, Operations, User } from '@botwright/protocol';
import type { ReadCall } from '../read-call.js';
import type { Change } from '../world/change.js';
import type { TeamView } from '../world/state.js';
import type { World } from '../world/world.js';
import { announcementEndpoints } from './announcements.js';
import { applicationEndpoints } from './applications.js';
import { attachmentEndpoints } from './attachments.js';
import { AuditedActs } from './audited-acts.js';
import { blogEndpoints } from './blogs.js';
import { categoryEndpoints } from './categories.js';
import { channelEndpoints } from './channels.js';
import { directMessageEndpoints } from './direct-messages.js';
import type { Call, Endpoint } from './endpoint.js';
import { messageEndpoints } from './messages.js';
import { reactionEndpoints } from './reactions.js';
import { roleEndpoints } from './roles.js';
import { teamEndpoints } from './teams.js';
import { todoEndpoints } from './todos.js';
import { userEndpoints } from './users.js';
import { voiceEndpoints } from './voice.js';
import { webhookEndpoints } from './webhooks.js';

/** An endpoint for every operation of the contract, or nothing compiles. */
const table = {
  ...channelEndpoints,
  ...messageEndpoints,
  ...teamEndpoints,
  ...roleEndpoints,
  ...userEndpoints,
  ...todoEndpoints,
  ...directMessageEndpoints,
  ...applicationEndpoints,
  ...reactionEndpoints,
  ...attachmentEndpoints,
  ...voiceEndpoints,
  ...webhookEndpoints,
  ...blogEndpoints,
  ...categoryEndpoints,
  ...announcementEndpoints,
} satisfies { [Id in OperationId]: Endpoint<Operations[Id]> };

/**
 * Serves a call that was read with the schemas of its operation.
 *
 * @param caller - None where the operation asks for none.
 * @returns The members of the answer beside `success`.
 */
export function serve(operation: Operation, read: ReadCall, caller: User | undefined, world: World): object {
  const endpoint = table[operation.id as OperationId] as unknown as Endpoint<Operation>;
  const acts = new AuditedActs(world);
  const call = {
    ...read,
    operation,
    caller,
    world: world.view,
    apply: <Answer>(change: Change<Answer>) => acts.apply(change),
    actsByRight: (team: TeamView) => acts.byRightIn(team),
  };
  const answer = endpoint(call as Call<Operation>);
  if (caller) acts.writeDown({ action: operation.id as OperationId, createdBy: caller.id, target: read.params });
  return answer;
}
