// discord.js with its caches as they come.
import { Client, GatewayIntentBits } from 'discord.js';
import { begin, end, task, where } from '../../contenders/measure.mjs';
import { startWork } from './start.mjs';

let handled = 0;
const client = new Client({
  intents: [GatewayIntentBits.Guilds, GatewayIntentBits.GuildMessages, GatewayIntentBits.MessageContent],
  rest: { api: where.api, globalRequestsPerSecond: Number.POSITIVE_INFINITY },
});
client.on('raw', ({ t }) => {
  if (t === 'BENCH_BEGIN') begin();
  if (t === 'BENCH_END') end(() => handled);
});
if (task === 'ingest' || task === 'heap') {
  client.on('messageCreate', () => {
    handled += 1;
  });
}
if (task === 'command') {
  const echo = async (message) => {
    await message.reply(message.content.slice('!echo '.length));
    handled += 1;
  };
  client.on('messageCreate', (message) => {
    if (message.content.startsWith('!echo ')) void echo(message);
  });
}
client.once('clientReady', () =>
  startWork((channelId, content) => client.channels.cache.get(channelId).send({ content })),
);
await client.login(`${Buffer.from('1').toString('base64')}.bench.bench`);
