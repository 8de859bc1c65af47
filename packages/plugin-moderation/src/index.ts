import { definePlugin } from 'botwright';
import { BanList } from './ban-list.js';
import { Ban } from './commands/ban.js';
import { Bans } from './commands/bans.js';
import { Kick } from './commands/kick.js';
import { Unban } from './commands/unban.js';
import { Judgement } from './judgement.js';

/** `ban`, `unban`, `kick` and `bans`, for those whose roles hold the permission. */
export const moderation = definePlugin({
  name: 'moderation',
  commands: [Ban, Unban, Kick, Bans],
  services: [BanList, Judgement],
});

export type { Refusal } from './judgement.js';
export { BanList, Judgement };
