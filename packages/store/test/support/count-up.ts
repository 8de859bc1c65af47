// count-up.ts URL TIMES: adds one to a number, so many times, each as a call of its own.
import { openStore } from '../../src/index.js';

const [url = '', times = '0'] = process.argv.slice(2);
await using store = openStore({ url });
const counts = store.namespace('test/counts');
for (let done = 0; done < Number(times); done += 1) {
  await counts.update('n', (n) => Number(n ?? 0) + 1);
}
