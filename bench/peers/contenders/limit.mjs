// The same work written by hand, as ../../contenders/limit.mjs does it against the other service.
import WebSocket from 'ws';
import { begin, end, task, where } from '../../contenders/measure.mjs';
import { post } from '../../contenders/post.mjs';
import { startWork } from './start.mjs';

const identify = 2;
const hello = 10;
const headers = { authorization: `Bot ${where.token}`, 'content-type': 'application/json' };
const socket = new WebSocket(where.origin.replace('http', 'ws'), { perMessageDeflate: false });

let handled = 0;

function create(channelId, body) {
  return new Promise((resolve) => post(`/api/channels/${channelId}/messages`, headers, body, resolve));
}

const listeners = new Map([
  ['READY', () => startWork((channelId, content) => create(channelId, { content }))],
  ['BENCH_BEGIN', begin],
  ['BENCH_END', () => end(() => handled)],
]);
if (task === 'ingest' || task === 'heap') {
  listeners.set('MESSAGE_CREATE', () => {
    handled += 1;
  });
}
if (task === 'command') {
  listeners.set('MESSAGE_CREATE', async (message) => {
    if (!message.content.startsWith('!echo ')) return;
    const content = message.content.slice('!echo '.length);
    await create(message.channel_id, { content, message_reference: { message_id: message.id } });
    handled += 1;
  });
}

socket.on('message', (data) => {
  const { op, t, d } = JSON.parse(String(data));
  if (op === hello) socket.send(JSON.stringify({ op: identify, d: { token: where.token } }));
  else listeners.get(t)?.(d);
});
