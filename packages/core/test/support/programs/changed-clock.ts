// Waits because the service says so, while somebody sets the clock of the machine, and prints how long each wait took.
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

async function waitWhileSet(aheadSeconds: number) {
  const channels = [`limited${aheadSeconds}`, `busy${aheadSeconds}`];
  const begun = { day: Date.now(), steady: performance.now() };
  setTimeout(() => setTimeOfDay(file, aheadSeconds), pauseSeconds * 500);
  const waitedMs = await Promise.all(channels.map(timed));
  const jumpedMs = Date.now() - begun.day - (performance.now() - begun.steady);
  return { jumpedMs, waitedMs, nextMs: await Promise.all(channels.map(timed)) };
}

// What is loaded for the first call is no part of a wait.
await timed('warm');
process.stdout.write(JSON.stringify([await waitWhileSet(3_600), await waitWhileSet(0)]));
