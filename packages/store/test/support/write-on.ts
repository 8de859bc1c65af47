// write-on.ts URL RUN [TIMES]: writes and updates without end, or so many times, and prints each key once it was acknowledged.
import { writeSync } from 'node:fs';
import { openStore } from '../../src/index.js';

const [url = '', run = '', times = 'Infinity'] = process.argv.slice(2);
const store = openStore({ url });
const values = store.namespace('test/values');
const counts = store.namespace('test/counts');
const writers = times === 'Infinity' ? 4 : 1;

async function write(writer: number): Promise<void> {
  for (let n = 0; n < Number(times); n += 1) {
    const key = `${run}.${writer}.${n}`;
    const half =
      n % 2 === 0 ? values.set(key, key) : counts.update(`${run}.${writer}`, (count) => Number(count ?? 0) + 1);
    await half;
    // Written at once, since what a killed process had only buffered would not count as acknowledged.
    writeSync(1, `${key}\n`);
  }
}

await Promise.all(Array.from({ length: writers }, (_, writer) => write(writer)));
await store.close();
