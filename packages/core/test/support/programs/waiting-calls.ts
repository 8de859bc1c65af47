// Makes a hundred thousand calls to a service that answers none, and prints the most memory that the process had.
import { setImmediate } from 'node:timers/promises';
import { Client, QueueFull } from '../../../src/index.js';
import { token } from '../client.js';

let highest = 0;
const look = () => {
  highest = Math.max(highest, process.memoryUsage.rss() / 2 ** 20);
};
const client = new Client({
  token,
  baseUrl: 'http://127.0.0.1:1',
  log: { level: 'silent' },
  transport: () => new Promise(() => undefined),
});
const stop = new AbortController();
const before = process.memoryUsage.rss() / 2 ** 20;
let refused = 0;
const calls: Promise<unknown>[] = [];
for (let index = 0; index < 100_000; index += 1) {
  const call = client.api.messages.list(`c${index % 500}`, {}, { signal: stop.signal });
  calls.push(
    call.catch((error) => {
      if (error instanceof QueueFull) refused += 1;
    }),
  );
  if (index % 1_000 === 0) {
    await setImmediate();
    look();
  }
}
await setImmediate();
look();
stop.abort();
await Promise.all(calls);
look();
await client.close();
process.stdout.write(JSON.stringify({ before, highest, refused }));
