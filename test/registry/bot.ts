import { writeSync } from 'node:fs';
import { createBot, definePlugin } from 'botwright';
import { Ban } from './ban.js';
import { LoudBan } from './loud-ban.js';
import { Unban } from './unban.js';

/** Says which commands there are, before anything connects. */
const census = definePlugin({
  name: 'census',
  start: () => {
    writeSync(1, JSON.stringify(bot.describe()));
    process.exit(0);
  },
});

const bot = createBot({ commands: [Unban, LoudBan, Ban], plugins: [census()] });
export default bot;
