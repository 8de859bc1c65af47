import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const program = fileURLToPath(new URL('support/call-often.ts', import.meta.url));
const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

interface Time {
  /** How far somebody has set the wall clock of the process. */
  readonly jumpedMs?: number;
  /** How much time has really gone by, for all processes. */
  readonly passedMs?: number;
}

/** A bot in a process of its own. */
class BotProcess implements AsyncDisposable {
  readonly #process: ChildProcess;
  readonly #lines: AsyncIterator<string>;

  constructor(url: string, time: Time = {}) {
    this.#process = spawn(process.execPath, ['--no-warnings', program, url, JSON.stringify(time)], {
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    const { stdout } = this.#process;
    if (stdout === null) throw new Error('a process without output');
    this.#lines = createInterface(stdout)[Symbol.asyncIterator]();
  }

  /** Calls each command so often in one tick; how often each has run. */
  async calls(calls: number, time: Time = {}): Promise<number[]> {
    this.#process.stdin?.write(`${JSON.stringify({ calls, ...time })}\n`);
    const line = await this.#lines.next();
    if (line.done === true) throw new Error('The process ended.');
    return JSON.parse(line.value);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const ended = once(this.#process, 'close');
    this.#process.kill('SIGKILL');
    await ended;
  }
}

function total(perProcess: readonly (readonly number[])[]): number[] {
  return [0, 1, 2].map((policy) => perProcess.reduce((sum, runs) => sum + (runs[policy] ?? 0), 0));
}

test('#92 100 calls in one tick across 4 processes that share a store run exactly 7 times, as allowed, whatever their wall clocks do and whenever they start', async ({
  annotate,
}) => {
  const folder = mkdtempSync(join(tmpdir(), 'cooldowns-'));
  const url = `file:${join(folder, 'bot.sqlite')}`;
  await using processes = new AsyncDisposableStack();
  processes.defer(() => rmSync(folder, { recursive: true }));
  const begin = (time?: Time) => processes.use(new BotProcess(url, time));
  const bots = [begin(), begin(), begin(), begin()];
  const burst = async (...times: Time[]) => total(await Promise.all(bots.map((bot, n) => bot.calls(25, times[n]))));
  expect(await burst()).toEqual([7, 7, 7]);

  const jumps = [hourMs, -2 * hourMs, 365 * dayMs, -30 * dayMs];
  expect(await burst(...jumps.map((jumpedMs) => ({ jumpedMs })))).toEqual([0, 0, 0]);
  // As after a deployment: two of the four begin anew, on a clock that has been set meanwhile.
  bots.splice(0, 2, begin({ jumpedMs: 90 * dayMs }), begin({ jumpedMs: -3 * hourMs }));
  expect(await burst()).toEqual([0, 0, 0]);

  const passedMs = hourMs + 60_000;
  const hourLater = bots.map(() => ({ passedMs }));
  expect(await burst(...hourLater)).toEqual([7, 7, 7]);
  bots.splice(3, 1, begin({ jumpedMs: dayMs, passedMs }));
  expect(await burst()).toEqual([0, 0, 0]);
  await annotate('7, 7 and 7 of 100 runs for fixed window, sliding window and bucket; 0 more after 7 jumps', 'reached');
});
