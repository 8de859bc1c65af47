import { request } from 'node:http';
import { describe, expect, test } from 'vitest';
import type { Sandbox } from '../src/index.js';
import { control, openSandbox } from './support/callers.js';
import { dial } from './support/stream.js';

interface RawReply {
  readonly status: number;
  readonly text: string;
}

/** Sends exactly these headers and this path, which `fetch` would tidy up. */
function sendRaw(
  { description }: Sandbox,
  { method = 'GET', path, headers, body }: { method?: string; path: string; headers?: object; body?: string },
): Promise<RawReply> {
  const { hostname, port, host } = new URL(description.url);
  return new Promise((resolve, reject) => {
    const call = request({ hostname, port, method, path, headers: { host, ...headers } }, (response) => {
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (chunk) => {
        text += chunk;
      });
      response.on('end', () => resolve({ status: response.statusCode ?? 0, text }));
    });
    call.on('error', reject);
    call.end(body);
  });
}

/** What a page of another site can make a browser send, and what a name pointed at this machine looks like. */
const foreign = [
  ['a name pointed at this machine', (port: string) => ({ host: `evil.example:${port}` })],
  ['a name that begins like ours', (port: string) => ({ host: `127.0.0.1.evil.example:${port}` })],
  ['our name with another port', () => ({ host: '127.0.0.1:1' })],
  ['an address that is not ours', (port: string) => ({ host: `192.0.2.1:${port}` })],
  ['a name with a user before it', (port: string) => ({ host: `evil@127.0.0.1:${port}` })],
  ['an origin elsewhere', () => ({ origin: 'http://evil.example' })],
  ['an origin of another local port', () => ({ origin: 'http://127.0.0.1:1' })],
  ['an origin of another scheme', (port: string) => ({ origin: `https://127.0.0.1:${port}` })],
  ['an opaque origin', () => ({ origin: 'null' })],
] as const;

describe('#151 what comes from another site is refused, and nothing changes', () => {
  test.each(foreign)('is refused under %s, and nothing changes', async (_what, headersFor) => {
    await using sandbox = await openSandbox();
    const { description } = sandbox;
    const headers = headersFor(new URL(description.url).port);
    const before = await control(sandbox, 'GET', '/world');
    const messages = `/api/v1/channels/${description.channels.general}/messages`;
    const authorization = `Bot ${description.bot.token}`;
    const controlled = { 'x-sandbox-token': description.controlToken };
    const replies = await Promise.all([
      sendRaw(sandbox, { path: '/', headers }),
      sendRaw(sandbox, { path: '/_sandbox/session', headers: { ...headers, 'sec-fetch-site': 'same-origin' } }),
      sendRaw(sandbox, { path: '/_sandbox/world', headers: { ...headers, ...controlled } }),
      sendRaw(sandbox, { path: '/_sandbox/reset', method: 'POST', headers: { ...headers, ...controlled } }),
      sendRaw(sandbox, { path: '/api/v1/me', headers: { ...headers, authorization } }),
      sendRaw(sandbox, { path: messages, method: 'OPTIONS', headers }),
      ...['application/json', 'text/plain', 'application/x-www-form-urlencoded'].map((type) =>
        sendRaw(sandbox, {
          path: messages,
          method: 'POST',
          headers: { ...headers, authorization, 'content-type': type },
          body: JSON.stringify({ content: 'from afar' }),
        }),
      ),
    ]);
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([403]));
    expect(await control(sandbox, 'GET', '/world')).toMatchObject({ body: before.body });
  });

  test.each(foreign)('cannot open a WebSocket under %s', async (_what, headersFor) => {
    await using sandbox = await openSandbox();
    const { gatewayUrl, url, bot } = sandbox.description;
    const stream = dial(gatewayUrl, {
      headers: { authorization: `Bot ${bot.token}`, ...headersFor(new URL(url).port) },
    });
    const refused = new Promise<number | undefined>((resolve) => {
      stream.socket.once('unexpected-response', (_request, response) => {
        resolve(response.statusCode);
        stream.socket.terminate();
      });
    });
    expect(await refused).toBe(403);
    expect(stream.frames).toEqual([]);
  });
});

test.each(['127.0.0.1', 'localhost', '[::1]'])('the name %s is its own, as host and as origin', async (name) => {
  await using sandbox = await openSandbox();
  const { port } = new URL(sandbox.description.url);
  const headers = {
    host: `${name}:${port}`,
    origin: `http://${name}:${port}`,
    authorization: `Bot ${sandbox.description.bot.token}`,
  };
  expect(await sendRaw(sandbox, { path: '/api/v1/me', headers })).toMatchObject({ status: 200 });
});

describe('the session', () => {
  test('is given to the page of the sandbox', async () => {
    await using sandbox = await openSandbox();
    const reply = await sendRaw(sandbox, { path: '/_sandbox/session', headers: { 'sec-fetch-site': 'same-origin' } });
    expect(JSON.parse(reply.text)).toEqual(sandbox.description);
  });

  test.each([{}, { 'sec-fetch-site': 'none' }, { 'sec-fetch-site': 'same-site' }, { 'sec-fetch-site': 'cross-site' }])(
    'is refused to anything else: %o',
    async (headers) => {
      await using sandbox = await openSandbox();
      const reply = await sendRaw(sandbox, { path: '/_sandbox/session', headers });
      expect(reply.status).toBe(403);
      expect(reply.text).not.toContain(sandbox.description.controlToken);
    },
  );
});

const escapes = [
  '/../package.json',
  '/..%2fpackage.json',
  '/%2e%2e/%2e%2e/package.json',
  '/assets/../../package.json',
  '/assets/..%5c..%5cpackage.json',
  '//etc/passwd',
  '/etc/passwd',
  '/%2fetc%2fpasswd',
  '/index.html%00.png',
  '/%c0%ae%c0%ae/package.json',
  'http://127.0.0.1/../../etc/passwd',
];
test.each(escapes)('no path leads out of the page: %s', async (path) => {
  await using sandbox = await openSandbox();
  const { status, text } = await sendRaw(sandbox, { path });
  expect([400, 404]).toContain(status);
  expect(text).not.toMatch(/root:|"name": "@botwright/);
});
