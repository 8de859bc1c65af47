import { setTimeout as pause } from 'node:timers/promises';
import { Client, type Transport, VirtualClock } from '@botwright/core';
import { apiPrefix, authorization, type Channel } from '@botwright/protocol';
import { createSandbox, type SandboxDescription } from '@botwright/sandbox';
import { Pool } from 'undici';
import { expect, test } from 'vitest';
import { CuttingProxy } from './support/cutting-proxy.js';

/** Fewer for a look while other things run. */
const total = Number(process.env['REPLAY_MESSAGES'] ?? 100_000);
const channelCount = 8;
const seed = Number(process.env['REPLAY_SEED'] ?? Date.now() % 2 ** 31);

/** Numbers from 0 to 1 that follow from a seed (mulberry32). */
function randomFrom(start: number): () => number {
  let state = start;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Calls of somebody of the default world. */
function callerOf(pool: Pool, { people }: SandboxDescription) {
  const headers = { authorization: authorization(people.ada.token, 'User'), 'content-type': 'application/json' };
  return async (method: 'PUT' | 'POST', path: string, body: object): Promise<unknown> => {
    const reply = await pool.request({ method, path: apiPrefix + path, headers, body: JSON.stringify(body) });
    expect(reply.statusCode).toBe(200);
    return reply.body.json();
  };
}

/** Sends calls past the proxy, and counts how often each thing is asked for. */
function directly(pool: Pool, asked: Map<string, number>): Transport {
  return async ({ path, headers, signal }) => {
    asked.set(path, (asked.get(path) ?? 0) + 1);
    const reply = await pool.request({ method: 'GET', path, headers, signal });
    const body = Buffer.from(await reply.body.arrayBuffer());
    return { status: reply.statusCode, headers: reply.headers, body };
  };
}

test(`#19 ${total.toLocaleString('en')} messages while the connection is cut at random bytes: read afterwards, 0 lost, 0 twice, 0 out of order, 1 list call a channel and gap`, async ({
  annotate,
}) => {
  const random = randomFrom(seed);
  await annotate(`REPLAY_SEED=${seed} repeats it`, 'seed');
  await using sandbox = await createSandbox();
  const description = await sandbox.listen();
  const pool = new Pool(description.url, { connections: 16 });
  await using _ = { [Symbol.asyncDispose]: () => pool.destroy() };
  const call = callerOf(pool, description);
  const channels: string[] = [];
  for (let index = 0; index < channelCount; index += 1) {
    const draft = { name: `gap ${index}`, type: 'text' };
    const made = await call('PUT', `/teams/${description.team.id}/channels`, draft);
    channels.push((made as { channel: Channel }).channel.id);
  }

  let isOver = false;
  const cutAt = () => (isOver ? Number.POSITIVE_INFINITY : 200_000 + Math.floor(random() * 5_000_000));
  await using proxy = await CuttingProxy.to(description.url, cutAt);
  const asked = new Map<string, number>();
  const clock = new VirtualClock();
  await using client = new Client({
    token: description.bot.token,
    baseUrl: proxy.url,
    log: { level: 'silent' },
    clock,
    validate: 'light',
    transport: directly(pool, asked),
    replay: { perChannel: 20_000, total: 100_000 },
  });
  const ledger = new Map(channels.map((id) => [id, [] as string[]]));
  let replayed = 0;
  client.events.on('MESSAGE_SEND', (event) => {
    ledger.get(event.channelId)?.push(event.message.content ?? '');
    if (event.replayed) replayed += 1;
  });

  let cuts = 0;
  const comeBack = async (retryInMs: number) => {
    // The gap has to be one: something is said while there is no connection.
    await pause(random() * 200);
    // Long enough for the client to take the next connection for a good one, however soon it is cut.
    await clock.advance(Math.max(retryInMs, 61_000));
  };
  client.gateway.onStateChange(({ to, retryInMs = 0 }) => {
    if (to !== 'reconnecting') return;
    cuts += 1;
    void comeBack(retryInMs);
  });
  await client.connect();

  await Promise.all(
    channels.map(async (channelId) => {
      for (let number = 0; number < total / channelCount; number += 1) {
        await call('POST', `/channels/${channelId}/messages`, { content: String(number) });
      }
    }),
  );
  isOver = true;
  proxy.cutAll();
  const received = () => [...ledger.values()].reduce((sum, said) => sum + said.length, 0);
  await expect.poll(received, { timeout: 60_000, interval: 200 }).toBeGreaterThanOrEqual(total);
  await client.replay.idle();
  await client.events.idle();

  const wanted = Array.from({ length: total / channelCount }, (_, number) => String(number));
  for (const id of channels) expect(ledger.get(id)).toEqual(wanted);
  const firstPages = channels.map((id) => asked.get(`${apiPrefix}/channels/${id}/messages?limit=50&offset=0`) ?? 0);
  const lists = [...asked].filter(([path]) => path.endsWith(`/teams/${description.team.id}/channels`));
  const { gaps, incomplete } = client.replay.stats;
  expect(incomplete).toBe(0);
  expect(Math.max(...firstPages)).toBeLessThanOrEqual(gaps);
  expect(lists[0]?.[1]).toBeLessThanOrEqual(gaps);
  expect(replayed).toBeGreaterThan(0);
  await annotate(`0 of ${total} lost, ${cuts} cuts, ${replayed} read afterwards`, 'reached');
});
