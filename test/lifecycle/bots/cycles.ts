// Run by Node alone with --expose-gc: starts and stops bots, and says every so often what is left of them.
import { setImmediate as nextTurn } from 'node:timers/promises';
import { Api, createBot, definePlugin } from 'botwright';

const cycles = 1000;
const everySoOften = 100;

function listenerCount(): number {
  const emitters = [process, process.stdout, process.stderr];
  const counts = emitters.flatMap((emitter) => emitter.eventNames().map((name) => emitter.listenerCount(name)));
  return counts.reduce((sum, count) => sum + count, 0);
}

async function census(cycle: number): Promise<void> {
  // What the collector finds dead takes its listeners off the process in a later turn.
  for (let round = 0; round < 8; round += 1) {
    globalThis.gc?.();
    await nextTurn();
  }
  const resources = process
    .getActiveResourcesInfo()
    .filter((name) => !name.startsWith('PipeWrap'))
    .sort();
  const { rss: residentBytes, heapUsed: heapBytes } = process.memoryUsage();
  const found = { cycle, resources, listeners: listenerCount(), residentBytes, heapBytes };
  process.stdout.write(`${JSON.stringify(found)}\n`);
}

async function live(): Promise<void> {
  const plugin = definePlugin({
    name: 'asking',
    async start(container) {
      await container.resolve(Api).users.me();
    },
  });
  const bot = createBot({ plugins: [plugin()] });
  await bot.start();
  await bot.stop();
}

/** V8 gives its young objects more room when many of them survive; before it has, memory tells of V8, not of bots. */
function growYoungGeneration(): void {
  for (let round = 0; round < 20; round += 1) {
    const survivors = Array.from({ length: 150_000 }, (_, index) => ({ index }));
    survivors.length = 0;
  }
  globalThis.gc?.();
}

growYoungGeneration();
for (let cycle = 1; cycle <= cycles; cycle += 1) {
  await live();
  if (cycle % everySoOften === 0) await census(cycle);
}
