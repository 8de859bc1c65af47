import { connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { gatewayPath } from '@botwright/protocol';
import { expect, test } from 'vitest';
import { SandboxProcess } from './support/sandbox-process.js';

async function say(sandbox: SandboxProcess, content: string): Promise<void> {
  const { apiUrl, channels } = sandbox.description;
  const response = await fetch(`${apiUrl}/channels/${channels.general}/messages`, {
    method: 'POST',
    headers: { authorization: sandbox.authorizationOf('ada'), 'content-type': 'application/json' },
    body: JSON.stringify({ content }),
  });
  expect(response.status).toBe(200);
  await response.arrayBuffer();
}

function handshake(sandbox: SandboxProcess): string {
  const { host } = new URL(sandbox.description.url);
  return (
    `GET ${gatewayPath} HTTP/1.1\r\nhost: ${host}\r\nconnection: Upgrade\r\nupgrade: websocket\r\n` +
    `sec-websocket-version: 13\r\nsec-websocket-key: AAAAAAAAAAAAAAAAAAAAAA==\r\nauthorization: ${sandbox.authorizationOf('dee')}\r\n\r\n`
  );
}

function open(sandbox: SandboxProcess): Socket {
  const { hostname, port } = new URL(sandbox.description.url);
  // A connection that the other side cuts is one of the outcomes.
  return connect(Number(port), hostname).on('error', () => undefined);
}

test('#148 2,000 connects a second, half of them aborted: each is accepted or gets 503, nothing fails, all descriptors come back', async () => {
  await using sandbox = await SandboxProcess.start();
  await say(sandbox, 'warm');
  const before = sandbox.openDescriptors;
  const statuses = new Set<number>();
  const begun = performance.now();
  for (let number = 0; number < 20_000; number += 1) {
    if (number % 20 === 0) await pause(Math.max(0, begun + number / 2 - performance.now()));
    const socket = open(sandbox);
    socket.write(handshake(sandbox));
    if (number % 2 === 0) {
      socket.once('connect', () => socket.destroy());
    } else {
      socket.once('data', (chunk) => {
        statuses.add(Number(String(chunk).split(' ')[1]));
        socket.destroy();
      });
    }
  }
  await expect.poll(() => sandbox.openDescriptors, { timeout: 30_000 }).toBeLessThanOrEqual(before);
  expect([...statuses].filter((status) => status !== 101 && status !== 503)).toEqual([]);
  expect(sandbox.complaints).toBe('');
  await say(sandbox, 'still here');
});
