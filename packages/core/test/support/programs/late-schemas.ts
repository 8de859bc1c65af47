// Listens to what takes schemas once nothing has needed any, and prints in which order it heard what came.
import { Client } from '../../../src/index.js';
import { token } from '../client.js';
import { Service } from '../service.js';
import { messageEvent } from '../shapes.js';

const rounds = 50;
const { channelId, teamId } = messageEvent();
const userId = '00000000000000a0';

await using service = await Service.start();
await using client = new Client({ token, baseUrl: service.url, log: { level: 'silent' }, validate: 'light' });
await client.connect();
const socket = await service.sockets.next();

const heard: string[] = [];
const all = Promise.withResolvers<void>();
function hear(what: string): void {
  heard.push(what);
  if (heard.length === rounds * 3) all.resolve();
}
client.events.on('CHANNEL_TYPING', (event) => hear(`typing in ${event.channelId}`));
client.events.on('MESSAGE_SEND', ({ message }) => hear(`said ${message.content}`));
client.events.onUnknown(({ d }) => hear(`unknown ${(d as { number: number }).number}`));

const sent: string[] = [];
for (let number = 0; number < rounds; number += 1) {
  socket.send('CHANNEL_TYPING', { channelId, teamId, userId });
  socket.send('MESSAGE_SEND', messageEvent({ content: String(number) }));
  socket.send('SOMETHING_NEW', { channelId, number });
  sent.push(`typing in ${channelId}`, `said ${number}`, `unknown ${number}`);
}
await all.promise;
process.stdout.write(JSON.stringify({ sent, heard }));
