// What is left when everything but the work itself is taken away: ws, JSON.parse, a Map lookup, undici's dispatch.
import { Pool } from 'undici';
import WebSocket from 'ws';
import { begin, callAll, end, ready, task, where } from './measure.mjs';

const { authorization } = where;
const pool = new Pool(where.origin, { connections: 16 });
const headers = { authorization, 'content-type': 'application/json' };
const socket = new WebSocket(where.gatewayUrl, { headers: { authorization }, perMessageDeflate: false });

let handled = 0;

function post(channelId, body, done) {
  const chunks = [];
  pool.dispatch(
    {
      path: where.messagesPath.replace('{channelId}', channelId),
      method: 'POST',
      headers,
      body: JSON.stringify(body),
    },
    {
      onRequestStart: () => undefined,
      onResponseStart: (_controller, status) => {
        if (status !== 200) throw new Error(`answered with ${status}`);
      },
      onResponseData: (_controller, chunk) => {
        chunks.push(chunk);
      },
      onResponseEnd: () => done(JSON.parse(Buffer.concat(chunks).toString()).message),
      onResponseError: (_controller, error) => {
        throw error;
      },
    },
  );
}

const listeners = new Map([
  [
    'READY',
    () => {
      ready();
      socket.send(JSON.stringify({ t: 'PRESENCE_UPDATE', d: { presence: 1 } }));
    },
  ],
  ['BENCH_BEGIN', begin],
  ['BENCH_END', () => end(() => handled)],
]);
if (task === 'ingest' || task === 'heap') {
  listeners.set('MESSAGE_SEND', () => {
    handled += 1;
  });
}
if (task === 'command') {
  listeners.set('MESSAGE_SEND', ({ message, channelId }) => {
    if (!message.content.startsWith('!echo ')) return;
    post(channelId, { content: message.content.slice('!echo '.length), replyTo: message.id }, () => {
      handled += 1;
    });
  });
}

socket.on('message', (data) => {
  const { t, d } = JSON.parse(String(data));
  const listener = listeners.get(t);
  if (listener) listener(d);
  else handled += 1;
});

if (task === 'rest')
  await callAll((channelId, content) => new Promise((resolve) => post(channelId, { content }, resolve)));
