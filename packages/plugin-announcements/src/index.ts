import { definePlugin } from 'botwright';
import { Announcer } from './announcer.js';
import { AnnounceCancel } from './commands/cancel.js';
import { AnnounceDelete } from './commands/delete.js';
import { AnnounceList } from './commands/list.js';
import { AnnounceNow } from './commands/now.js';
import { AnnounceSend } from './commands/send.js';
import { Deliveries } from './deliveries.js';
import { Drafts } from './drafts.js';
import { AnnouncementsOptions, announcementsOptions } from './options.js';
import { TeamReader } from './team-reader.js';

/**
 * `announce now`, `send`, `cancel`, `list` and `delete`, for those who may create or delete announcements in the channel
 * or manage the team's channels. Nothing goes out before its author has seen it as it will look and to whom it goes.
 */
export const announcements = definePlugin({
  name: 'announcements',
  options: AnnouncementsOptions,
  commands: [AnnounceNow, AnnounceSend, AnnounceCancel, AnnounceList, AnnounceDelete],
  services: [Announcer, Deliveries, Drafts, TeamReader],
  register: (container, options) => container.registerInstance(announcementsOptions, options),
});

export type { Outcome } from './announcer.js';
export type { Delivery, Post } from './deliveries.js';
export type { Target, Text } from './draft.js';
export { type Judged, Rights, type TeamFacts } from './rights.js';
export { Announcer, Deliveries };
