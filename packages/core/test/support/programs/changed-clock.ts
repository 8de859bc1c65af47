// Waits because the service says so, while somebody sets the clock of the machine, and prints how long each wait took.
import { setTimeout } from 'node:timers/promises';
import { Client } from '../../../src/index.js';
import { token } from '../client.js';
import { setTimeOfDay } from '../faked-time.js';
import { Service } from '../service.js';

const { FAKETIME_TIMESTAMP_FILE: file = '' } = process.env;
const pauseSeconds = 1;

await using service = await Service.start();
await using client = new Client({ token, baseUrl: service.url, log: { level: 'silent' } });
const refused = new Set<string>();
service.respond = ({ path }) => {
  const isFirst = !refused.has(path);
  refused.add(path);
  if (!isFirst || path.includes('warm')) return { body: { messages: [], replyMessages: [] } };
  return { status: path.includes('limited') ? 429 : 503, headers: { 'retry-after': String(pauseSeconds) } };
};

async function timed(channel: string): Promise<number> {
  const start = performance.now();
  await client.api.messages.list(channel);
  return performance.now() - start;
}

/** How long this machine takes over the same pause, however busy it is. */
async function timedPause(): Promise<number> {
  const start = performance.now();
  await setTimeout(pauseSeconds * 1_000);
  return performance.now() - start;
}

async function waitWhileSet(aheadSeconds: number) {
  const channels = [`limited${aheadSeconds}`, `busy${aheadSeconds}`];
  const begun = { day: Date.now(), steady: performance.now() };
  void setTimeout(pauseSeconds * 500).then(() => setTimeOfDay(file, aheadSeconds));
  const [pauseMs, ...waitedMs] = await Promise.all([timedPause(), ...channels.map(timed)]);
  const jumpedMs = Date.now() - begun.day - (performance.now() - begun.steady);
  return { jumpedMs, pauseMs, waitedMs, nextMs: await Promise.all(channels.map(timed)) };
}

// What is loaded for the first call is no part of a wait.
await timed('warm');
process.stdout.write(JSON.stringify([await waitWhileSet(3_600), await waitWhileSet(0)]));
