// A service with no rules, so that its own work does not blur the figures: it pushes frames and answers posts. For the
// start alone it is the sandbox.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { apiPrefix, authorization, gatewayPath } from '@botwright/protocol';
import { createSandbox } from '@botwright/sandbox';
import { WebSocketServer } from 'ws';
import { encoded, type Form, isSignDue, writeWork } from './burst.ts';
import { Commands } from './commands.ts';
import { idOf, me, message, messageFrame, padding } from './message.ts';

const [, , task = 'ready', countText = '0', warmUpText = '0'] = process.argv;
const count = Number(countText);
const warmUp = Number(warmUpText);

/** Where the service is, for contenders that know nothing of it. */
export interface Whereabouts {
  readonly origin: string;
  readonly token: string;
  readonly gatewayUrl: string;
  readonly messagesPath: string;
  readonly authorization: string;
}

function report(origin: string, token: string): void {
  const where: Whereabouts = {
    origin,
    token,
    gatewayUrl: origin.replace('http', 'ws') + gatewayPath,
    messagesPath: `${apiPrefix}/channels/{channelId}/messages`,
    authorization: authorization(token),
  };
  process.send?.(where);
}

const begin = encoded('{"t":"BENCH_BEGIN","d":{}}');
const end = encoded('{"t":"BENCH_END","d":{}}');

function burst(socket: Duplex, kind: string, authors: number): Promise<void> {
  const fixed = { channelId: idOf(1), content: `hello ${padding}` };
  const form: Form = { idOf, frame: (said) => messageFrame(kind, { ...said, ...fixed }) };
  return writeWork(socket, form, { warmUp, count, authors, begin, end }, 1);
}

let commands: Commands | undefined;

function sendCommands(socket: Duplex): void {
  commands = new Commands(
    socket,
    { idOf, frame: (said) => messageFrame('MESSAGE_SEND', said) },
    warmUp + count,
    (answered) => {
      if (isSignDue(answered, warmUp)) socket.write(begin);
      if (answered === warmUp + count) socket.write(end);
    },
  );
  commands.start();
}

const tasks: Record<string, (socket: Duplex) => Promise<void> | void> = {
  ingest: (socket) => burst(socket, 'MESSAGE_SEND', 1_000),
  unheard: (socket) => burst(socket, 'MESSAGE_UPDATED', 1_000),
  heap: (socket) => burst(socket, 'MESSAGE_SEND', 100_000),
  command: sendCommands,
  rest: () => undefined,
};

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const { content } = JSON.parse(Buffer.concat(chunks).toString()) as { content: string };
  const channelId = request.url?.split('/').at(-2) ?? '';
  const stored = message({ id: '00000000000000ff', channelId, content });
  response.setHeader('content-type', 'application/json');
  response.end(JSON.stringify({ success: true, message: stored }));
  commands?.answered(channelId, content);
}

function listen(): void {
  const server = createServer((request, response) => void answer(request, response));
  const sockets = new WebSocketServer({ noServer: true, perMessageDeflate: false });
  server.on('upgrade', (request, socket, head) => {
    sockets.handleUpgrade(request, socket, head, (client) => {
      client.send(JSON.stringify({ t: 'READY', d: { user: me, teams: [], heartbeatIntervalMs: 60_000 } }));
      // Frames start when the contender says so: its start is measured apart.
      client.on('message', (data) => {
        if (String(data).includes('PRESENCE_UPDATE')) void tasks[task]?.(socket);
      });
    });
  });
  server.listen(0, '127.0.0.1', () => {
    const { port } = server.address() as AddressInfo;
    report(`http://127.0.0.1:${port}`, 'bench');
  });
}

if (task === 'ready') {
  const sandbox = await createSandbox();
  await sandbox.listen({ port: 0 });
  report(sandbox.description.url, sandbox.description.bot.token);
} else {
  listen();
}
