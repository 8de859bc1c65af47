// Reads a million channels once each, and prints how much memory the process has after sweeps.
import { setImmediate } from 'node:timers/promises';
import { Client } from '../../../src/index.js';
import { token } from '../client.js';
import { keepCalling } from '../limited.js';

const body = JSON.stringify({ success: true, messages: [], replyMessages: [] });
const client = new Client({
  token,
  baseUrl: 'http://127.0.0.1:1',
  log: { level: 'silent' },
  validate: 'light',
  transport: async () => {
    await setImmediate();
    return { status: 200, headers: {}, body };
  },
});

async function residentAfter(from: number, count: number): Promise<number> {
  await keepCalling(count, 100, (index) => client.api.messages.list(`channel${from + index}`));
  await setImmediate();
  globalThis.gc?.();
  globalThis.gc?.();
  return process.memoryUsage.rss() / 2 ** 20;
}

// V8 has grown to what it needs only after several hundred thousand calls.
const warm = await residentAfter(0, 400_000);
const rss: number[] = [];
for (let from = 400_000; from < 1_000_000; from += 200_000) rss.push(await residentAfter(from, 200_000));
const { bucketCount } = client.rest;
await client.close();
process.stdout.write(JSON.stringify({ warm, rss, bucketCount }));
