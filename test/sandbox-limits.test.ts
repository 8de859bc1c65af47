import { connect } from 'node:net';
import { apiPrefix } from '@botwright/protocol';
import { expect, test } from 'vitest';
import { SandboxProcess } from './support/sandbox-process.js';

const mebibyte = 1024 * 1024;

/** Sends raw bytes and gives the status of the answer; undefined when the connection was cut without one. */
function sendBytes(url: string, pieces: readonly (string | Buffer)[]): Promise<number | undefined> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve) => {
    const socket = connect(Number(port), hostname);
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

function head(sandbox: SandboxProcess, path: string, headers: Record<string, string>): string {
  const { host } = new URL(sandbox.description.url);
  const all = { host, authorization: sandbox.authorizationOf('ada'), ...headers };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}`);
  return `POST ${apiPrefix}${path} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`;
}

async function sendTooMuch(sandbox: SandboxProcess): Promise<void> {
  const { url, channels } = sandbox.description;
  const messages = `/channels/${channels.general}/messages`;
  const json = 'application/json';
  const chunk = `100000\r\n${'x'.repeat(mebibyte)}\r\n`;

  const declared = head(sandbox, messages, { 'content-type': json, 'content-length': String(8 * mebibyte) });
  expect(await sendBytes(url, [declared])).toBe(413);

  const chunked = head(sandbox, messages, { 'content-type': json, 'transfer-encoding': 'chunked' });
  expect(await sendBytes(url, [chunked, chunk, '1\r\nx\r\n0\r\n\r\n'])).toBe(413);

  // Who goes on sending after the refusal may be cut off before reading it.
  const flood = [chunked, ...Array.from({ length: 8 }, () => chunk)];
  expect([413, undefined]).toContain(await sendBytes(url, flood));

  expect(await sendBytes(url, [head(sandbox, messages, { 'x-long': 'x'.repeat(64 * 1024) })])).toBe(431);

  const query = Array.from({ length: 1_000 }, (_, index) => `a-rather-long-parameter-${index}=1`).join('&');
  expect(await sendBytes(url, [head(sandbox, `${messages}?${query}`, { 'content-type': json })])).toBe(431);

  const parts = '--b\r\ncontent-disposition: form-data; name="p"\r\n\r\nx\r\n'.repeat(20_000);
  const multipart = head(sandbox, '/upload', {
    'content-type': 'multipart/form-data; boundary=b',
    'content-length': String(parts.length),
  });
  expect([413, undefined]).toContain(await sendBytes(url, [multipart, parts]));
}

const warmUpRounds = 3;
const rounds = 12;

test('#154 bodies, headers, parameters and forms beyond all measure get 413 or 431, memory grows by at most 32 MiB, and the sandbox goes on', async ({
  annotate,
}) => {
  await using sandbox = await SandboxProcess.start();
  for (let round = 0; round < warmUpRounds; round += 1) await sendTooMuch(sandbox);
  const before = sandbox.residentBytes;
  let most = before;
  for (let round = 0; round < rounds; round += 1) {
    await sendTooMuch(sandbox);
    most = Math.max(most, sandbox.residentBytes);
  }
  const growth = (most - before) / mebibyte;
  expect(growth).toBeLessThanOrEqual(32);
  const headers = { authorization: sandbox.authorizationOf('ada') };
  expect((await fetch(`${sandbox.description.apiUrl}/me`, { headers })).status).toBe(200);
  expect(sandbox.complaints).toBe('');
  await annotate(`${growth.toFixed(1)} MiB more in ${rounds} rounds`, 'reached');
});
