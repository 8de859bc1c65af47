// What is left when everything but the work itself is taken away: ws, JSON.parse, a Map lookup, undici's dispatch.
import WebSocket from 'ws';
import { begin, callAll, end, ready, task, where } from './measure.mjs';
import { post } from './post.mjs';

const { authorization } = where;
const headers = { authorization, 'content-type': 'application/json' };
const socket = new WebSocket(where.gatewayUrl, { headers: { authorization }, perMessageDeflate: false });

let handled = 0;

function create(channelId, body, done) {
  post(where.messagesPath.replace('{channelId}', channelId), headers, body, ({ message }) => done(message));
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
    create(channelId, { content: message.content.slice('!echo '.length), replyTo: message.id }, () => {
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
  await callAll((channelId, content) => new Promise((resolve) => create(channelId, { content }, resolve)));
