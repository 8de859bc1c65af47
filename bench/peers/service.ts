// A small fake of the service that the peers were made for: as much as a bot of one server with 50 channels needs.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { WebSocketServer } from 'ws';
import { encoded, type Form, isSignDue, writeWork } from '../service/burst.ts';
import { Commands } from '../service/commands.ts';
import { padding } from '../service/message.ts';

const [, , task = 'ready', countText = '0', warmUpText = '0'] = process.argv;
const count = Number(countText);
const warmUp = Number(warmUpText);

/** Ids of that service are decimal and of one length here. */
function idOf(number: number): string {
  return String(1_100_000_000_000_000_000n + BigInt(number));
}

const guildId = idOf(9_000_001);
const me = { id: idOf(9_000_002), username: 'echo', discriminator: '0', global_name: null, avatar: null, bot: true };
const joined = { joined_at: '2025-08-01T10:15:30.250000+00:00', deaf: false, mute: false, flags: 0, roles: [] };

interface Said {
  readonly id: string;
  readonly channelId: string;
  readonly content: string;
  readonly authorId?: string;
}

function message({ id, channelId, content, authorId = idOf(7) }: Said): object {
  const author = { id: authorId, username: 'mira', discriminator: '0', global_name: 'Mira', avatar: null };
  return {
    id,
    channel_id: channelId,
    guild_id: guildId,
    type: 0,
    content,
    author: { ...author, public_flags: 0, avatar_decoration_data: null, clan: null, banner: null },
    member: { ...joined, nick: null, avatar: null, premium_since: null, pending: false },
    timestamp: '2025-08-01T10:15:30.250000+00:00',
    edited_timestamp: null,
    tts: false,
    mention_everyone: false,
    mentions: [],
    mention_roles: [],
    attachments: [],
    embeds: [],
    components: [],
    pinned: false,
    flags: 0,
  };
}

function dispatch(t: string, d: unknown): string {
  return JSON.stringify({ t, s: 3, op: 0, d });
}

const everyone = { id: guildId, name: '@everyone', permissions: String(2n ** 40n - 1n), position: 0, color: 0 };
const colors = { primary_color: 0, secondary_color: null, tertiary_color: null };
const role = { ...everyone, colors, hoist: false, managed: false, mentionable: false, flags: 0 };
const channels = Array.from({ length: 50 }, (_, index) => {
  const place = { id: idOf(index + 1), guild_id: guildId, type: 0, position: index };
  return { ...place, name: `channel-${index + 1}`, permission_overwrites: [], nsfw: false, rate_limit_per_user: 0 };
});
const guild = {
  ...{ id: guildId, name: 'bench', owner_id: idOf(7), joined_at: joined.joined_at, member_count: 2, large: false },
  ...{ unavailable: false, channels, roles: [role], members: [{ ...joined, user: me }], threads: [], presences: [] },
  ...{ emojis: [], stickers: [], features: [], voice_states: [], stage_instances: [], guild_scheduled_events: [] },
  ...{ soundboard_sounds: [], verification_level: 0, default_message_notifications: 0, explicit_content_filter: 0 },
  ...{
    mfa_level: 0,
    premium_tier: 0,
    nsfw_level: 0,
    preferred_locale: 'en-US',
    afk_timeout: 300,
    system_channel_flags: 0,
  },
};

const begin = encoded(dispatch('BENCH_BEGIN', {}));
const end = encoded(dispatch('BENCH_END', {}));

function burst(socket: Duplex, authors: number): Promise<void> {
  const fixed = { channelId: idOf(1), content: `hello ${padding}` };
  const form: Form = { idOf, frame: (said) => dispatch('MESSAGE_CREATE', message({ ...said, ...fixed })) };
  return writeWork(socket, form, { warmUp, count, authors, begin, end }, 10_000_000);
}

let commands: Commands | undefined;

function sendCommands(socket: Duplex): void {
  const form = { idOf, frame: (said: Said) => dispatch('MESSAGE_CREATE', message(said)) };
  commands = new Commands(socket, form, warmUp + count, (answered) => {
    if (isSignDue(answered, warmUp)) socket.write(begin);
    if (answered === warmUp + count) socket.write(end);
  });
  commands.start();
}

const tasks: Record<string, (socket: Duplex) => Promise<void> | void> = {
  ingest: (socket) => burst(socket, 1_000),
  heap: (socket) => burst(socket, 100_000),
  command: sendCommands,
  rest: () => undefined,
};

let origin = '';
let gateway: Duplex | undefined;
let stored = 100_000_000;

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const [, channelId] = /\/channels\/(\d+)\/messages$/.exec(request.url ?? '') ?? [];
  response.setHeader('content-type', 'application/json');
  if (request.url?.endsWith('/start')) {
    response.end('{}');
    if (gateway) await tasks[task]?.(gateway);
  } else if (channelId === undefined) {
    const limit = { total: 1_000, remaining: 1_000, reset_after: 0, max_concurrency: 1 };
    response.end(JSON.stringify({ url: origin.replace('http', 'ws'), shards: 1, session_start_limit: limit, ...me }));
  } else {
    const { content } = JSON.parse(Buffer.concat(chunks).toString()) as { content: string };
    stored += 1;
    response.end(JSON.stringify({ ...message({ id: idOf(stored), channelId, content }), author: me }));
    commands?.answered(channelId, content);
  }
}

const server = createServer((request, response) => void answer(request, response));
const sockets = new WebSocketServer({ noServer: true, perMessageDeflate: false });

server.on('upgrade', (request, socket, head) => {
  gateway = socket;
  sockets.handleUpgrade(request, socket, head, (client) => {
    client.send(JSON.stringify({ op: 10, d: { heartbeat_interval: 45_000 } }));
    client.on('message', (data) => {
      const { op } = JSON.parse(String(data)) as { op: number };
      if (op === 1) client.send('{"op":11}');
      if (op !== 2) return;
      const session = {
        v: 10,
        session_id: 'bench',
        private_channels: [],
        resume_gateway_url: origin.replace('http', 'ws'),
      };
      const application = { id: me.id, flags: 0 };
      client.send(
        dispatch('READY', { ...session, user: me, application, guilds: [{ id: guildId, unavailable: true }] }),
      );
      client.send(dispatch('GUILD_CREATE', guild));
    });
  });
});

server.listen(0, '127.0.0.1', () => {
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  process.send?.({ origin, api: `${origin}/api`, token: 'bench' });
});
