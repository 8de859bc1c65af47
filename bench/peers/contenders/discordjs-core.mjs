// @discordjs/core: events as they come over the wire, no caches.
import { Client, GatewayDispatchEvents, GatewayIntentBits } from '@discordjs/core';
import { REST } from '@discordjs/rest';
import { WebSocketManager, WebSocketShardEvents } from '@discordjs/ws';
import { begin, end, task, where } from '../../contenders/measure.mjs';
import { startWork } from './start.mjs';

let handled = 0;
const rest = new REST({ api: where.api, globalRequestsPerSecond: Number.POSITIVE_INFINITY }).setToken(where.token);
const intents = GatewayIntentBits.Guilds | GatewayIntentBits.GuildMessages | GatewayIntentBits.MessageContent;
const gateway = new WebSocketManager({
  token: where.token,
  intents,
  rest,
  fetchGatewayInformation: () => rest.get('/gateway/bot'),
});
const client = new Client({ rest, gateway });
gateway.on(WebSocketShardEvents.Dispatch, ({ t }) => {
  if (t === 'BENCH_BEGIN') begin();
  if (t === 'BENCH_END') end(() => handled);
});
if (task === 'ingest' || task === 'heap') {
  client.on(GatewayDispatchEvents.MessageCreate, () => {
    handled += 1;
  });
}
if (task === 'command') {
  client.on(GatewayDispatchEvents.MessageCreate, async ({ data, api }) => {
    if (!data.content.startsWith('!echo ')) return;
    const content = data.content.slice('!echo '.length);
    await api.channels.createMessage(data.channel_id, { content, message_reference: { message_id: data.id } });
    handled += 1;
  });
}
client.once(GatewayDispatchEvents.Ready, () =>
  startWork((channelId, content) => client.api.channels.createMessage(channelId, { content })),
);
await gateway.connect();
