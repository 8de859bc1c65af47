// eris speaks HTTPS alone, so only its gateway takes part.
import { Client } from 'eris';
import { begin, end, task, where } from '../../contenders/measure.mjs';
import { startWork } from './start.mjs';

let handled = 0;
const client = new Client(`Bot ${where.token}`, {
  intents: ['guilds', 'guildMessages', 'messageContent'],
  maxShards: 1,
  shardConcurrency: 1,
});
client.getGateway = () => Promise.resolve({ url: where.origin.replace('http', 'ws') });
client.on('rawWS', ({ t }) => {
  if (t === 'BENCH_BEGIN') begin();
  if (t === 'BENCH_END') end(() => handled);
});
client.on('error', (error) => {
  throw error;
});
if (task === 'ingest' || task === 'heap') {
  client.on('messageCreate', () => {
    handled += 1;
  });
}
client.once('ready', () => startWork());
await client.connect();
