/** What a contender is told. */
export const task = process.argv[2] ?? 'ready';
export const count = Number(process.argv[3] ?? 0);
export const origin = process.argv[4] ?? '';
export const token = process.argv[5] ?? '';

const atReady = { cpu: 0, wall: 0 };

function cpuMicroseconds(): number {
  const { user, system } = process.cpuUsage();
  return user + system;
}

/** To be called at READY, before the work begins. */
export function ready(): void {
  atReady.cpu = cpuMicroseconds();
  atReady.wall = performance.now();
}

/** To be called when all work is done. A run counts only if everything was handled. */
export function done(handled: number): void {
  if (handled !== count) throw new Error(`${handled} of ${count} were handled`);
  const cpuPerItem = count === 0 ? 0 : (cpuMicroseconds() - atReady.cpu) / count;
  process.send?.({ cpuPerItem, readyCpuMs: atReady.cpu / 1000, readyWallMs: atReady.wall });
  process.disconnect?.();
  process.exit(0);
}
