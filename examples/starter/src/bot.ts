import { announcements } from '@botwright/plugin-announcements';
import { moderation } from '@botwright/plugin-moderation';
import { todo } from '@botwright/plugin-todo';
import { createBot } from 'botwright';
import { Ping } from './commands/ping.js';
import { Welcome } from './listeners/welcome.js';

export default createBot({
  prefix: '!',
  commands: [Ping],
  listeners: [Welcome],
  plugins: [moderation(), announcements(), todo()],
});
