import { definePlugin } from 'botwright';
import { BanList } from './ban-list.js';
import { Ban } from './commands/ban.js';
import { Bans } from './commands/bans.js';
import { Kick } from './commands/kick.js';
import { Mute } from './commands/mute.js';
import { Purge } from './commands/purge.js';
import { Unban } from './commands/unban.js';
import { Unmute } from './commands/unmute.js';
import { Warn } from './commands/warn.js';
import { Warnings } from './commands/warnings.js';
import { Judgement } from './judgement.js';
import { MuteWatch } from './listeners/mute-watch.js';
import { MuteRole } from './mute-role.js';
import { Mutes } from './mutes.js';
import { Notices } from './notices.js';
import { ModerationOptions, moderationOptions } from './options.js';
import { WarningBook } from './warning-book.js';

/**
 * `ban`, `unban`, `kick`, `bans`, `mute`, `unmute`, `warn`, `warnings` and `purge`, for those whose roles hold the
 * permission. The service has none for muting and warning: whoever may kick somebody may do what is less.
 */
export const moderation = definePlugin({
  name: 'moderation',
  options: ModerationOptions,
  commands: [Ban, Unban, Kick, Bans, Mute, Unmute, Warn, Warnings, Purge],
  listeners: [MuteWatch],
  services: [BanList, Judgement, MuteRole, Mutes, Notices, WarningBook],
  register: (container, options) => container.registerInstance(moderationOptions, options),
  ready: (container) => container.resolve(Mutes).catchUp(),
  stop: (container) => container.resolve(Mutes).close(),
});

export type { Refusal } from './judgement.js';
export type { MuteOrder } from './mutes.js';
export type { Warning } from './warning-book.js';
export { BanList, Judgement, Mutes, WarningBook };
