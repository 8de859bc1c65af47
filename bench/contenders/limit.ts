// What is left when everything but the work itself is taken away: ws, JSON.parse, a Map lookup, undici's dispatch.
import { apiPrefix, authorization, gatewayPath } from '@botwright/protocol';
import { Pool } from 'undici';
import WebSocket from 'ws';
import { count, done, origin, ready, task, token } from './measure.ts';

interface MessageEvent {
  message: { id: string; content: string };
  channelId: string;
}

const pool = new Pool(origin, { connections: 8 });
const headers = { authorization: authorization(token), 'content-type': 'application/json' };
const socket = new WebSocket(origin.replace('http', 'ws') + gatewayPath, {
  headers: { authorization: headers.authorization },
  perMessageDeflate: false,
});

let handled = 0;

function reply({ message, channelId }: MessageEvent): void {
  const content = message.content.slice('!echo '.length);
  const body = JSON.stringify({ content, replyTo: message.id });
  const chunks: Buffer[] = [];
  pool.dispatch(
    { path: `${apiPrefix}/channels/${channelId}/messages`, method: 'POST', headers, body },
    {
      onRequestStart: () => undefined,
      onResponseStart: () => undefined,
      onResponseData: (_controller, chunk) => {
        chunks.push(chunk);
      },
      onResponseEnd: () => {
        JSON.parse(Buffer.concat(chunks).toString());
        handled += 1;
      },
      onResponseError: (_controller, error) => {
        throw error;
      },
    },
  );
}

const listeners = new Map<string, (payload: never) => void>([
  [
    'READY',
    () => {
      ready();
      if (task === 'ready') done(0);
      socket.send(JSON.stringify({ t: 'PRESENCE_UPDATE', d: { presence: 1 } }));
    },
  ],
  ['BENCH_DONE', () => setImmediate(() => done(task === 'unheard' ? count : handled))],
]);
if (task === 'ingest') {
  listeners.set('MESSAGE_SEND', () => {
    handled += 1;
  });
}
if (task === 'command') {
  listeners.set('MESSAGE_SEND', (event: MessageEvent) => {
    if (event.message.content.startsWith('!echo ')) reply(event);
  });
}

socket.on('message', (data) => {
  const { t, d } = JSON.parse(String(data)) as { t: string; d: never };
  listeners.get(t)?.(d);
});
