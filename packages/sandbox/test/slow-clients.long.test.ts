import { once } from 'node:events';
import { connect as connectTcp } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { apiPrefix, gatewayPath } from '@botwright/protocol';
import { expect, test } from 'vitest';
import type { Sandbox } from '../src/index.js';
import { callersOf, openSandbox } from './support/callers.js';
import { connect } from './support/stream.js';

const dripEveryMs = 10_000;

function percentile(values: readonly number[], share: number): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length * share)] ?? Number.NaN;
}

/** How long a connection lived that sends this, and then a byte now and then. */
async function dripping({ description }: Sandbox, beginning: string): Promise<number> {
  const { hostname, port } = new URL(description.url);
  const socket = connectTcp(Number(port), hostname);
  // To be cut off is what it waits for.
  socket.on('error', () => undefined);
  const opened = performance.now();
  socket.write(beginning);
  const drip = setInterval(() => socket.write('a'), dripEveryMs);
  socket.resume();
  await once(socket, 'close');
  clearInterval(drip);
  return performance.now() - opened;
}

async function idling(sandbox: Sandbox): Promise<number> {
  const stream = await connect(sandbox, 'cy');
  const opened = performance.now();
  expect((await stream.closed).code).toBe(4001);
  return performance.now() - opened;
}

test('#153 500 connections that drip a byte in 10 s, and idle WebSockets, are closed within 15 s while others stay below 100 ms', async () => {
  await using sandbox = await openSandbox({ heartbeatIntervalMs: 5_000, idleTimeoutMs: 12_000 });
  const { ada } = callersOf(sandbox);
  const { url, channels } = sandbox.description;
  const { host } = new URL(url);
  const body =
    `POST ${apiPrefix}/channels/${channels.general}/messages HTTP/1.1\r\nhost: ${host}\r\n` +
    `content-type: application/json\r\ncontent-length: 1000\r\nauthorization: ${ada.authorization}\r\n\r\n`;
  const handshake = `GET ${gatewayPath} HTTP/1.1\r\nhost: ${host}\r\nconnection: Upgrade\r\nupgrade: websocket\r\nx`;
  const beginnings = [`GET ${apiPrefix}/me HTTP/1.1\r\nx`, body, handshake];

  let open = 500;
  const lifetimes = Array.from({ length: open }, async (_, index) => {
    const beginning = beginnings[index % 4];
    const lifetime = await (beginning === undefined ? idling(sandbox) : dripping(sandbox, beginning));
    open -= 1;
    return lifetime;
  });
  await pause(1_000);
  const waits: number[] = [];
  while (open > 0) {
    const asked = performance.now();
    expect(await ada.call('getLoggedInUser')).toMatchObject({ status: 200 });
    waits.push(performance.now() - asked);
    await pause(20);
  }
  expect(Math.max(...(await Promise.all(lifetimes)))).toBeLessThanOrEqual(15_000);
  expect(percentile(waits, 0.99)).toBeLessThanOrEqual(100);
});
