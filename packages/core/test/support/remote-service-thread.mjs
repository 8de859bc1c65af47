import { parentPort, workerData } from 'node:worker_threads';
import { WebSocketServer } from 'ws';

const { heartbeatIntervalMs, idleTimeoutMs, eventsPerSecond = 0 } = workerData;
const tickMs = 10;

const user = { id: '00000000000000b0', username: 'bot', bot: true };
const ready = JSON.stringify({ t: 'READY', d: { user, teams: [], heartbeatIntervalMs } });
const message = {
  channelId: '00000000000000c0',
  content: 'hello',
  createdBy: { id: '00000000000000a0', username: 'ada' },
  createdAt: '2026-01-01T00:00:00.000Z',
};
/** The frame of a message, but for its id, which is another one each time. */
const [head, tail] = JSON.stringify({
  t: 'MESSAGE_SEND',
  d: { message: { id: '?', ...message }, channelId: message.channelId, teamId: null },
}).split('?');

const report = (kind) => parentPort.postMessage({ kind, at: performance.timeOrigin + performance.now() });

const server = new WebSocketServer({ port: 0, host: '127.0.0.1' });
server.on('listening', () => parentPort.postMessage({ kind: 'listening', address: server.address() }));
server.on('connection', (socket) => {
  report('handshake');
  socket.send(ready);
  const idle = setTimeout(() => socket.close(4001), idleTimeoutMs);
  const flood = eventsPerSecond > 0 ? floodOf(socket) : undefined;
  socket.on('message', () => {
    report('heartbeat');
    idle.refresh();
    socket.send('{"t":"HEARTBEAT_ACK","d":{}}');
  });
  socket.on('close', () => {
    clearTimeout(idle);
    clearInterval(flood);
    report('closed');
  });
});

/** Keeps to the rate on the whole, whatever the timers do. */
function floodOf(socket) {
  const begun = performance.now();
  let sent = 0;
  return setInterval(() => {
    const due = ((performance.now() - begun) / 1_000) * eventsPerSecond;
    for (; sent < due; sent += 1) socket.send(`${head}${sent.toString(16).padStart(16, '0')}${tail}`);
  }, tickMs);
}
