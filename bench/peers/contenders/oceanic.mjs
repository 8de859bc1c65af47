import { Client } from 'oceanic.js';
import { begin, end, task, where } from '../../contenders/measure.mjs';
import { startWork } from './start.mjs';

let handled = 0;
const client = new Client({
  auth: `Bot ${where.token}`,
  gateway: { intents: ['GUILDS', 'GUILD_MESSAGES', 'MESSAGE_CONTENT'] },
  rest: { baseURL: where.api },
});
client.on('packet', ({ t }) => {
  if (t === 'BENCH_BEGIN') begin();
  if (t === 'BENCH_END') end(() => handled);
});
client.on('error', (error) => {
  throw error instanceof Error ? error : new Error(String(error));
});
if (task === 'ingest' || task === 'heap') {
  client.on('messageCreate', () => {
    handled += 1;
  });
}
if (task === 'command') {
  client.on('messageCreate', async (message) => {
    if (!message.content.startsWith('!echo ')) return;
    const content = message.content.slice('!echo '.length);
    await client.rest.channels.createMessage(message.channelID, {
      content,
      messageReference: { messageID: message.id },
    });
    handled += 1;
  });
}
client.once('ready', () =>
  startWork((channelId, content) => client.rest.channels.createMessage(channelId, { content })),
);
await client.connect();
