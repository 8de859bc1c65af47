import { once } from 'node:events';
import { connect as connectTcp } from 'node:net';
import { describe, expect, test } from 'vitest';
import { createSandbox, type Sandbox, SandboxOptionInvalid, type SandboxOptions } from '../src/index.js';
import { callersOf, ledger, openSandbox } from './support/callers.js';
import { connect } from './support/stream.js';

describe('a seed', () => {
  async function act(sandbox: Sandbox): Promise<unknown> {
    const params = { channelId: sandbox.description.channels.general };
    const { body } = await callersOf(sandbox).bot.call('createChannelMessage', { params, body: { content: 'x' } });
    return (body['message'] as { id: string }).id;
  }

  test.each([undefined, 'mine'])('%o gives the same ids and tokens every time', async (seed) => {
    const options: SandboxOptions = seed === undefined ? {} : { seed };
    await using one = await openSandbox(options);
    await using other = await openSandbox(options);
    const { bot, team, channels, people } = one.description;
    expect(other.description).toMatchObject({ bot, team, channels, people });
    expect(await act(other)).toBe(await act(one));
  });

  test('that differs gives other ids and tokens', async () => {
    await using one = await createSandbox({ seed: 'one' });
    await using other = await createSandbox({ seed: 'other' });
    expect(other.description.bot.id).not.toBe(one.description.bot.id);
    expect(other.description.bot.token).not.toBe(one.description.bot.token);
  });

  test('does not give away the control token', async () => {
    await using one = await createSandbox();
    await using other = await createSandbox();
    expect(other.description.controlToken).not.toBe(one.description.controlToken);
  });
});

describe('the description', () => {
  test('names everything that a bot needs, in the shapes of the service', async () => {
    await using sandbox = await openSandbox();
    const id = expect.stringMatching(/^[0-9a-f]{16}$/);
    const person = { id, token: expect.any(String) };
    const port = new URL(sandbox.description.url).port;
    expect(sandbox.description).toEqual({
      event: 'sandbox.ready',
      url: `http://127.0.0.1:${port}`,
      apiUrl: `http://127.0.0.1:${port}/api/v1`,
      gatewayUrl: `ws://127.0.0.1:${port}/api/v1/ws`,
      controlToken: expect.any(String),
      bot: {
        id,
        username: 'botwright',
        token: expect.stringMatching(/^tly_[0-9a-f]{16}\.[0-9a-z]{8}\.[0-9a-z]{16}\.[0-9a-z]{3}$/),
      },
      team: { id, name: 'Workshop' },
      channels: { general: id, random: id, 'mod-log': id, 'to-do': id, announcements: id, lounge: id },
      people: { ada: person, bob: person, cy: person, dee: person },
      webhooks: {
        general: {
          id,
          token: expect.stringMatching(/^whk_/),
          url: expect.stringMatching(new RegExp(`^http://127\\.0\\.0\\.1:${port}/api/v1/webhooks/`)),
        },
      },
    });
  });
});

describe('listening', () => {
  test.each(['0.0.0.0', '::', '192.0.2.1', 'example.com'])('on %s is refused', async (host) => {
    await using sandbox = await createSandbox();
    await expect(sandbox.listen({ host })).rejects.toThrow(SandboxOptionInvalid);
  });

  test('for others needs a seed that they do not know', async () => {
    await using sandbox = await createSandbox();
    await expect(sandbox.listen({ host: '0.0.0.0', allowRemote: true })).rejects.toMatchObject({
      code: 'SANDBOX_OPTION_INVALID',
      option: 'seed',
    });
  });

  test('works in memory without it', async () => {
    await using sandbox = await createSandbox();
    const reply = await sandbox.inject({
      url: '/api/v1/me',
      headers: { authorization: `Bot ${sandbox.description.bot.token}` },
    });
    expect(reply.json()).toMatchObject({ success: true, user: { id: sandbox.description.bot.id } });
  });

  test.each([{ heartbeatIntervalMs: 0 }, { idleTimeoutMs: -1 }, { rateLimit: { perSecond: Number.NaN } }])(
    'never begins with %o',
    async (options) => {
      await expect(createSandbox(options)).rejects.toThrow(SandboxOptionInvalid);
    },
  );
});

describe('closing', () => {
  test('ends every connection with 1001', async () => {
    await using sandbox = await openSandbox();
    await using stream = await connect(sandbox, 'bot');
    await sandbox.close();
    expect(await stream.closed).toMatchObject({ code: 1001 });
  });

  test('takes less than two seconds, whatever clients do', async () => {
    const sandbox = await openSandbox();
    const { hostname: host, port, host: authority } = new URL(sandbox.description.url);
    const dialTcp = async (text: string) => {
      // `allowHalfOpen` makes a peer that never closes of its own accord.
      const socket = connectTcp({ host, port: Number(port), allowHalfOpen: true });
      socket.on('error', () => undefined);
      await once(socket, 'connect');
      socket.write(text);
      return socket;
    };
    const upgrade = (path: string, origin: string) =>
      `GET ${path} HTTP/1.1\r\nHost: ${authority}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nOrigin: ${origin}\r\n` +
      `Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n` +
      `Authorization: Bot ${sandbox.description.bot.token}\r\n\r\n`;
    const sockets = await Promise.all([
      dialTcp(''),
      dialTcp('GET /api/v1/me HTT'),
      dialTcp(`POST /api/v1/me HTTP/1.1\r\nHost: ${authority}\r\nContent-Length: 10\r\n\r\nx`),
      dialTcp(upgrade('/api/v1/ws', sandbox.description.url)),
      dialTcp(upgrade('/api/v2/ws', sandbox.description.url)),
      dialTcp(upgrade('/api/v1/ws', 'http://evil.example')),
    ]);
    await expect.poll(async () => (await ledger(sandbox)).map(({ kind }) => kind)).toContain('open');
    const began = performance.now();
    await sandbox.close();
    expect(performance.now() - began).toBeLessThan(2000);
    for (const socket of sockets) socket.destroy();
  });

  test('can be asked for twice', async () => {
    const sandbox = await openSandbox();
    await Promise.all([sandbox.close(), sandbox.close()]);
    await expect(fetch(sandbox.description.url)).rejects.toThrow('fetch failed');
  });
});
