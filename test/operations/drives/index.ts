import type { OperationId } from '@botwright/protocol';
import type { Drives } from '../support/drive.js';
import { announcementDrives } from './announcements.js';
import { applicationDrives } from './applications.js';
import { blogDrives } from './blogs.js';
import { categoryDrives } from './categories.js';
import { channelDrives } from './channels.js';
import { directMessageDrives } from './direct-messages.js';
import { fileDrives } from './files.js';
import { messageDrives } from './messages.js';
import { roleDrives } from './roles.js';
import { teamDrives } from './teams.js';
import { todoDrives } from './todos.js';
import { userDrives } from './users.js';
import { voiceDrives } from './voice.js';
import { webhookDrives } from './webhooks.js';

/** A drive for every operation of the contract, or nothing compiles. */
export const allDrives = {
  ...channelDrives,
  ...messageDrives,
  ...teamDrives,
  ...roleDrives,
  ...userDrives,
  ...todoDrives,
  ...directMessageDrives,
  ...applicationDrives,
  ...fileDrives,
  ...voiceDrives,
  ...webhookDrives,
  ...blogDrives,
  ...categoryDrives,
  ...announcementDrives,
} satisfies Drives<OperationId>;
