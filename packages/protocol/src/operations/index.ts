import { announcementOperations } from './announcements.js';
import { applicationOperations } from './applications.js';
import { attachmentOperations } from './attachments.js';
import { blogOperations } from './blogs.js';
import { categoryOperations } from './categories.js';
import { channelOperations } from './channels.js';
import { directMessageOperations } from './direct-messages.js';
import { messageOperations } from './messages.js';
import { reactionOperations } from './reactions.js';
import { roleOperations } from './roles.js';
import { teamOperations } from './teams.js';
import { todoOperations } from './todos.js';
import { userOperations } from './users.js';
import { voiceOperations } from './voice.js';
import { webhookOperations } from './webhooks.js';

/** Every operation of the service, by id. A client method and a sandbox endpoint exist for each, or nothing compiles. */
export const operations = {
  ...channelOperations,
  ...messageOperations,
  ...teamOperations,
  ...roleOperations,
  ...userOperations,
  ...todoOperations,
  ...directMessageOperations,
  ...applicationOperations,
  ...reactionOperations,
  ...attachmentOperations,
  ...voiceOperations,
  ...webhookOperations,
  ...blogOperations,
  ...categoryOperations,
  ...announcementOperations,
} as const;

export type Operations = typeof operations;
export type OperationId = keyof Operations;
