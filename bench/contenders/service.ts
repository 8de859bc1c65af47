// For the start, the sandbox. For the rest a service with no rules, so that its own work does not blur the figures: it
// pushes frames and answers posts.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gatewayPath } from '@botwright/protocol';
import { createSandbox } from '@botwright/sandbox';
import { WebSocketServer } from 'ws';

const user = {
  id: '00000000000000aa',
  username: 'mira',
  subdomain: 'mira',
  profilePicture: null,
  banner: null,
  bot: false,
  presence: 1,
  flags: '0',
  badges: [],
  userStatus: { content: null, emojiId: null },
  userRPC: { type: null, name: null, id: null, startedAt: null },
  connections: [],
  createdAt: '2025-08-01T10:15:30.250Z',
  lastOnline: '2025-08-01T10:15:30.250Z',
  system: false,
};

const channelId = '00000000000000cc';
const teamId = '00000000000000bb';

function messageFrame(kind: string, number: number, content: string): string {
  const message = {
    id: number.toString(16).padStart(16, '0'),
    channelId,
    type: 'text',
    content,
    attachments: [],
    createdBy: user,
    editedAt: null,
    replyTo: null,
    embeds: [],
    emojis: [],
    reactions: [],
    nonce: null,
    createdAt: '2025-08-01T10:15:30.250Z',
    mentions: { users: [] },
  };
  return JSON.stringify({ t: kind, d: { message, channelId, channelType: 'text', teamId } });
}

const [, , task = 'ready', countText = '0'] = process.argv;
const count = Number(countText);
/** As many commands as are under way at a time; the next goes out when a reply comes in. */
const window = 50;
const padding = 'x'.repeat(260);

let sent = 0;
let answered = 0;
let push: (frame: string) => void = () => undefined;

function pushCommand(): void {
  if (sent >= count) return;
  sent += 1;
  push(messageFrame('MESSAGE_SEND', sent, `!echo ${sent} ${padding}`));
}

function readBody(chunks: Buffer[]): string {
  return (JSON.parse(Buffer.concat(chunks).toString()) as { content: string }).content;
}

const server = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    const content = readBody(chunks);
    if (!content.endsWith(padding)) throw new Error(`a reply came with the wrong content: ${content.slice(0, 80)}`);
    const { d } = JSON.parse(messageFrame('MESSAGE_SEND', 1, content)) as { d: { message: unknown } };
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ success: true, message: d.message }));
    answered += 1;
    if (answered === count) push(JSON.stringify({ t: 'BENCH_DONE', d: {} }));
    else pushCommand();
  });
});

const plans: Record<string, () => void> = {
  ingest: () => pushAll('MESSAGE_SEND'),
  unheard: () => pushAll('MESSAGE_UPDATED'),
  command: () => {
    for (let started = 0; started < window; started += 1) pushCommand();
  },
};

function pushAll(kind: string): void {
  for (let number = 1; number <= count; number += 1) push(messageFrame(kind, number, `hello ${padding}`));
  push(JSON.stringify({ t: 'BENCH_DONE', d: {} }));
}

new WebSocketServer({ server, path: gatewayPath, perMessageDeflate: false }).on('connection', (socket) => {
  push = (frame) => socket.send(frame);
  const me = { ...user, id: '00000000000000dd', username: 'echo', bot: true };
  push(JSON.stringify({ t: 'READY', d: { user: me, teams: [], heartbeatIntervalMs: 60_000 } }));
  // Frames start when the contender says so: its start is measured apart.
  socket.on('message', (data) => {
    if (String(data).includes('PRESENCE_UPDATE')) plans[task]?.();
  });
});

async function startSandbox(): Promise<void> {
  const sandbox = await createSandbox();
  await sandbox.listen({ port: 0 });
  const { url, bot } = sandbox.description;
  process.send?.({ origin: url, token: bot.token });
}

function startBareService(): void {
  server.listen(0, '127.0.0.1', () => {
    const { port } = server.address() as AddressInfo;
    process.send?.({ origin: `http://127.0.0.1:${port}`, token: 'bench' });
  });
}

if (task === 'ready') await startSandbox();
else startBareService();
