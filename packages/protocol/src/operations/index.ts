import { channelOperations } from './channels.js';
import { messageOperations } from './messages.js';
import { roleOperations } from './roles.js';
import { teamOperations } from './teams.js';
import { userOperations } from './users.js';

/** Every operation of the service, by id. A client method and a sandbox endpoint exist for each, or nothing compiles. */
export const operations = {
  ...channelOperations,
  ...messageOperations,
  ...teamOperations,
  ...roleOperations,
  ...userOperations,
} as const;

export type Operations = typeof operations;
export type OperationId = keyof Operations;
