// What every contender is told, and how it reports. Plain JavaScript, so that no contender pays for being compiled.

/** @typedef {{ origin: string, token: string, gatewayUrl: string, messagesPath: string, authorization: string }} Whereabouts */

export const task = process.argv[2] ?? 'ready';
export const count = Number(process.argv[3]);
export const warmUp = Number(process.argv[4]);
/** @type {Whereabouts} */
export const where = JSON.parse(process.argv[5] ?? '{}');

let readyCpu = 0;
let beginCpu = 0;
let beginHeap = 0;

function cpuMicroseconds() {
  const { user, system } = process.cpuUsage();
  return user + system;
}

/** What is alive; 0 where the collector cannot be called. */
function heapBytes() {
  if (globalThis.gc === undefined) return 0;
  for (let times = 0; times < 4; times += 1) globalThis.gc();
  return process.memoryUsage().heapUsed;
}

/** To be called at READY. */
export function ready() {
  readyCpu = cpuMicroseconds();
  if (task === 'ready') report(0);
}

/** To be called when the warm-up is over. */
export function begin() {
  beginHeap = heapBytes();
  beginCpu = cpuMicroseconds();
}

/**
 * To be called when all work was sent. A run counts only if everything was handled, the warm-up included; the last
 * answers may still be on their way.
 * @param handled - Tells how many were.
 */
export function end(handled, deadline = performance.now() + 2_000) {
  const left = warmUp + count - handled();
  if (left === 0) report((cpuMicroseconds() - beginCpu) / count);
  else if (left > 0 && performance.now() < deadline) setImmediate(() => end(handled, deadline));
  else throw new Error(`${left} of ${warmUp + count} were not handled`);
}

function report(cpuPerItem) {
  process.send?.({ cpuPerItem, readyCpuMs: readyCpu / 1000, beginHeap, endHeap: heapBytes() });
  process.disconnect?.();
  process.exit(0);
}

/** Calls, 50 at a time and each of the 50 in a channel of its own, all of them checked. */
export async function callAll(create) {
  const padding = 'x'.repeat(260);
  const work = async (from, to, channelId) => {
    for (let number = from; number < to; number += 50) {
      const content = `${number} ${padding}`;
      const message = await create(channelId, content);
      if (message.content !== content) throw new Error(`an answer came with the wrong content: ${message.content}`);
    }
  };
  const all = (from, to) =>
    Promise.all(
      Array.from({ length: 50 }, (_, channel) =>
        work(from + channel, to, (channel + 1).toString(16).padStart(16, '0')),
      ),
    );
  await all(0, warmUp);
  begin();
  await all(0, count);
  end(() => warmUp + count);
}
