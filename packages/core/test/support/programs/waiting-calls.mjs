// Makes a hundred thousand calls to a service that answers none, and prints the most memory that the process ever had.
import { setImmediate } from 'node:timers/promises';
import { Client, QueueFull } from '../../../dist/bundle/index.js';

const client = new Client({
  token: 'tly_0123456789abcdef.aaaaaaaa.bbbbbbbbbbbbbbbb.ccc',
  baseUrl: process.env.SERVICE,
  log: { level: 'silent' },
});
const turn = Number(process.env.TURN);
let refused = 0;
let others = 0;
const count = (error) => {
  if (error instanceof QueueFull) refused += 1;
  else others += 1;
};
const { messages } = client.api;
for (let index = 1; index <= 100_000; index += 1) {
  const channel = `c${index % 500}`;
  const call = index % 2 === 0 ? messages.list(channel) : messages.create(channel, { content: `hello ${index}` });
  call.catch(count);
  if (index % turn === 0) await setImmediate();
}
await client.close({ graceMs: 0 });
await setImmediate();
const { maxRSS } = process.resourceUsage();
process.stdout.write(JSON.stringify({ megabytes: (maxRSS * 1_024) / 1e6, refused, others }));
