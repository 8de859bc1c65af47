import { readFileSync } from 'node:fs';
import { connect as connectTcp } from 'node:net';
import { describe, expect, test } from 'vitest';
import { createSandbox, type Sandbox } from '../src/index.js';
import { openSandbox } from './support/callers.js';
import { dial } from './support/stream.js';

/** Addresses on which this machine listens at a port, as the kernel's socket tables have them. */
function listeningAddresses(port: number): string[] {
  const listening = '0A';
  return ['/proc/net/tcp', '/proc/net/tcp6'].flatMap((table) =>
    readFileSync(table, 'utf8')
      .split('\n')
      .slice(1)
      .map((line) => line.trim().split(/\s+/))
      .filter(
        ([, local = '', , state]) => state === listening && Number.parseInt(local.split(':')[1] ?? '', 16) === port,
      )
      .map(([, local = '']) => local.split(':')[0] ?? ''),
  );
}

const ipv4Loopback = '0100007F';
const ipv6Loopback = '00000000000000000000000001000000';

describe('where the sandbox listens', () => {
  test('#152 the socket table holds loopback alone, and anything wider needs a flag and a secret seed', async () => {
    await using plain = await openSandbox();
    expect(listeningAddresses(Number(new URL(plain.description.url).port))).toEqual([ipv4Loopback]);

    await using v6 = await createSandbox();
    await v6.listen({ host: '::1' });
    expect(listeningAddresses(Number(new URL(v6.description.url).port))).toEqual([ipv6Loopback]);

    for (const host of ['0.0.0.0', '::', '192.0.2.1']) {
      await using wide = await createSandbox({ seed: 'a secret' });
      await expect(wide.listen({ host })).rejects.toMatchObject({ code: 'SANDBOX_OPTION_INVALID', option: 'host' });
    }
    await using guessable = await createSandbox();
    await expect(guessable.listen({ host: '0.0.0.0', allowRemote: true })).rejects.toMatchObject({ option: 'seed' });
  });
});

describe('who gets in', () => {
  const wrong = (token: string) => [
    undefined,
    '',
    'Bot',
    'Bot ',
    token,
    `bot ${token}`,
    `Bearer ${token}`,
    `User ${token}`,
    `Bot ${token}a`,
    `Bot ${token.slice(0, -1)}`,
    `Bot  ${token}`,
    `Bot ${token}, Bot ${token}`,
    `Bot ${'x'.repeat(4_000)}`,
    'Bot tly_0123456789abcdef.abcdefgh.0123456789abcdef.abc',
  ];

  test('#149 a token that is missing, garbled, foreign or in the query is 401 and gets no data, by HTTP and socket', async () => {
    await using sandbox = await openSandbox();
    const { apiUrl, gatewayUrl, bot } = sandbox.description;
    for (const header of wrong(bot.token)) {
      const headers = header === undefined ? {} : { authorization: header };
      const response = await fetch(`${apiUrl}/me?token=${bot.token}&authorization=Bot%20${bot.token}`, { headers });
      expect([header, response.status]).toEqual([header, 401]);
      expect(Object.keys((await response.json()) as object).sort()).toEqual(['code', 'message', 'success']);

      await using stream = dial(`${gatewayUrl}?token=${bot.token}`, { headers });
      expect([header, (await stream.closed).code]).toEqual([header, 4000]);
      expect(stream.frames).toEqual([]);
    }
  });
});

/** Sends raw bytes and gives the status of the answer; undefined when the connection was cut without one. */
function sendBytes({ description }: Sandbox, pieces: readonly (string | Buffer)[]): Promise<number | undefined> {
  const { hostname, port } = new URL(description.url);
  return new Promise((resolve) => {
    const socket = connectTcp(Number(port), hostname);
    let answer = '';
    socket.on('data', (chunk) => {
      answer += chunk;
    });
    // The server may hang up while much is still to be sent.
    socket.on('error', () => undefined);
    socket.on('close', () => resolve(answer === '' ? undefined : Number(answer.split(' ')[1])));
    for (const piece of pieces) socket.write(piece);
    socket.end();
  });
}

describe('paths', () => {
  const hostile = [
    '/../../../../etc/hostname',
    '/..%2f..%2f..%2f..%2fetc%2fhostname',
    '/%2e%2e/%2e%2e/%2e%2e/etc/hostname',
    '/%252e%252e%252f%252e%252e%252fetc/hostname',
    '/..%5c..%5cetc%5chostname',
    '/assets/../../package.json',
    '/assets/%2e%2e/%2e%2e/package.json',
    '/assets/..%00/package.json',
    '/index.html%00.js',
    '//etc/hostname',
    '/file:///etc/hostname',
    '/cdn/../../package.json',
    '/cdn/%2e%2e%2f%2e%2e%2fpackage.json',
    '/cdn//etc/hostname',
    '/cdn/%00',
    'http://127.0.0.1/etc/hostname',
    '/./././package.json',
    '/package.json',
    '/src/sandbox.ts',
  ];

  test('#156 no encoded, absolute or NUL path reads anything but the files of the page and what was uploaded', async () => {
    await using sandbox = await openSandbox();
    const { host } = new URL(sandbox.description.url);
    for (const path of hostile) {
      const status = await sendBytes(sandbox, [`GET ${path} HTTP/1.1\r\nhost: ${host}\r\nconnection: close\r\n\r\n`]);
      expect([path, status]).toEqual([path, expect.toSatisfy((code) => [400, 403, 404].includes(code as number))]);
    }
  });
});
