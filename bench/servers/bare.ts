// What is left of a server when every rule is taken away: read JSON, keep a message, tell every socket, answer.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gatewayPath } from '@botwright/protocol';
import { WebSocketServer } from 'ws';
import { listening } from './report.ts';

const messages = new Map<string, object>();
const channelId = '00000000000000cc';
let created = 0;

const server = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    const { content } = JSON.parse(Buffer.concat(chunks).toString()) as { content: string };
    created += 1;
    const id = created.toString(16).padStart(16, '0');
    const message = { id, channelId, type: 'text', content, createdAt: new Date().toISOString() };
    messages.set(id, message);
    const frame = JSON.stringify({ t: 'MESSAGE_SEND', d: { message, channelId } });
    for (const socket of sockets.clients) socket.send(frame);
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ success: true, message }));
  });
});

const sockets = new WebSocketServer({ server, path: gatewayPath, perMessageDeflate: false });
sockets.on('connection', (socket) => socket.send('{"t":"READY","d":{}}'));

server.listen(0, '127.0.0.1', () => {
  const { port } = server.address() as AddressInfo;
  listening({ origin: `http://127.0.0.1:${port}`, authorization: 'none', channelId });
});
