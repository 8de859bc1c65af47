// @sapphire/framework over discord.js: a message command, a listener.
import { Command, container, Listener, SapphireClient } from '@sapphire/framework';
import { GatewayIntentBits } from 'discord.js';
import { begin, end, task, where } from '../../contenders/measure.mjs';
import { startWork } from './start.mjs';

let handled = 0;

class Echo extends Command {
  async messageRun(message, args) {
    await message.reply(await args.rest('string'));
    handled += 1;
  }
}

class Counter extends Listener {
  constructor(context, options) {
    super(context, { ...options, event: 'messageCreate' });
  }
  run() {
    handled += 1;
  }
}

const client = new SapphireClient({
  intents: [GatewayIntentBits.Guilds, GatewayIntentBits.GuildMessages, GatewayIntentBits.MessageContent],
  rest: { api: where.api, globalRequestsPerSecond: Number.POSITIVE_INFINITY },
  defaultPrefix: '!',
  loadMessageCommandListeners: task === 'command',
  baseUserDirectory: null,
  logger: { level: 100 },
});
if (task === 'command') await container.stores.loadPiece({ store: 'commands', name: 'echo', piece: Echo });
if (task === 'ingest' || task === 'heap')
  await container.stores.loadPiece({ store: 'listeners', name: 'counter', piece: Counter });
client.on('raw', ({ t }) => {
  if (t === 'BENCH_BEGIN') begin();
  if (t === 'BENCH_END') end(() => handled);
});
client.once('clientReady', () =>
  startWork((channelId, content) => client.channels.cache.get(channelId).send({ content })),
);
await client.login(`${Buffer.from('1').toString('base64')}.bench.bench`);
