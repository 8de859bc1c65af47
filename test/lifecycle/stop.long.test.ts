import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { environmentFor, runScript, startBot } from '../support/bot-process.js';
import type { Child } from '../support/child.js';
import { SandboxProcess } from '../support/sandbox-process.js';

let sandbox: SandboxProcess;

beforeAll(async () => {
  sandbox = await SandboxProcess.start();
});

afterAll(async () => {
  await sandbox.close();
});

/** Channels side by side, so that a handler in one does not wait for that in another. */
async function newChannels(count: number): Promise<string[]> {
  const { description } = sandbox;
  const ada = sandbox.caller('ada');
  const made = Array.from({ length: count }, async (_, index) => {
    const body = { name: `desk ${index}`, type: 'text' };
    const reply = await ada.call('createTeamChannel', { params: { teamId: description.team.id }, body });
    return (reply.body['channel'] as { id: string }).id;
  });
  return Promise.all(made);
}

async function say(channelId: string | undefined, content: string): Promise<void> {
  await sandbox
    .caller('ada')
    .call('createChannelMessage', { params: { channelId: channelId ?? '' }, body: { content } });
}

function told(bot: Child, what: 'begun' | 'ended'): string[] {
  return [...bot.stdout.matchAll(new RegExp(`^${what} (\\S+)$`, 'gm'))].map(([, which = '']) => which);
}

interface LateMessage {
  readonly which: string;
  readonly afterMs: number;
}

/** Goes on talking to a bot that was told to stop, and gives when it said what. */
async function goOnTalking(channels: readonly string[], asked: number): Promise<LateMessage[]> {
  const said: LateMessage[] = [];
  for (const [index, channelId] of channels.entries()) {
    const late = { which: `late-${index}`, afterMs: performance.now() - asked };
    said.push(late);
    await say(channelId, `!slow ${late.which} 100ms`);
    await pause(10);
  }
  return said;
}

test('#159 50 times SIGTERM with 500 handlers of 0.1 to 5 s in flight: nothing new begins after 100 ms, all finish, and the exit code is 0 within 10 s', {
  timeout: 1_200_000,
}, async ({ annotate }) => {
  const runs = Number(process.env.BOTWRIGHT_STOPS ?? 50);
  const [asked, late] = [550, 30];
  const channels = await newChannels(asked + late);
  const figures = { inFlight: Number.POSITIVE_INFINITY, longestMs: 0, begunAfterMs: 0 };
  for (let run = 0; run < runs; run += 1) {
    await using bot = await startBot('busy', sandbox);
    const durations = Array.from({ length: asked }, () => Math.round(100 + Math.random() * 4900));
    await Promise.all(durations.map((ms, index) => say(channels[index], `!slow ${index} ${ms}ms`)));
    await expect.poll(() => told(bot, 'begun').length, { timeout: 60_000, interval: 10 }).toBe(asked);
    await say(sandbox.description.channels.general, '!go');
    await bot.printed(/^open$/m);
    await pause(Math.random() * 300);
    const inFlight = asked - told(bot, 'ended').length;
    const signalled = performance.now();
    bot.signal('SIGTERM');
    const said = await goOnTalking(channels.slice(asked), signalled);
    expect(await bot.exit()).toBe(0);
    const tookMs = performance.now() - signalled;
    const begun = new Set(told(bot, 'begun'));
    const lastBegunMs = Math.max(0, ...said.filter(({ which }) => begun.has(which)).map(({ afterMs }) => afterMs));
    expect(told(bot, 'ended').toSorted()).toEqual([...begun].toSorted());
    expect(inFlight).toBeGreaterThanOrEqual(500);
    expect(tookMs).toBeLessThanOrEqual(10_000);
    expect(lastBegunMs).toBeLessThanOrEqual(100);
    expect(bot.stderr).toBe('');
    figures.inFlight = Math.min(figures.inFlight, inFlight);
    figures.longestMs = Math.max(figures.longestMs, tookMs);
    figures.begunAfterMs = Math.max(figures.begunAfterMs, lastBegunMs);
  }
  await annotate(
    `${runs} of ${runs} exits with 0, the latest ${Math.round(figures.longestMs)} ms after the signal, at least ` +
      `${figures.inFlight} in flight, nothing begun that was said later than ${Math.round(figures.begunAfterMs)} ms after it`,
    'reached',
  );
});

interface Census {
  readonly cycle: number;
  readonly resources: readonly string[];
  readonly listeners: number;
  readonly residentBytes: number;
  readonly heapBytes: number;
}

/** By how many percent a figure is above or below what it was at first. */
function changes(censuses: readonly Census[], figure: 'residentBytes' | 'heapBytes'): number[] {
  const [first] = censuses;
  return censuses.map((census) => (census[figure] / (first?.[figure] ?? 0) - 1) * 100);
}

const asText = (percents: readonly number[]) => `${percents.map((percent) => percent.toFixed(1)).join(', ')} %`;

test('#163 1,000 starts and stops leave no handle, timer or listener behind, and memory within 5 % of what it was after 100', async ({
  annotate,
}) => {
  const environment = { ...environmentFor(sandbox), BOTWRIGHT_LOG_LEVEL: 'silent' };
  // Else V8 drops code that ran at the start alone some time later, and the heap is a fifth smaller from then on.
  await using program = runScript('cycles', environment, ['--expose-gc', '--stress-flush-code']);
  expect([await program.exit(), program.stderr]).toEqual([0, '']);
  const censuses = program.stdout
    .trim()
    .split('\n')
    .map((line): Census => JSON.parse(line));
  expect(censuses.map(({ cycle }) => cycle)).toEqual([100, 200, 300, 400, 500, 600, 700, 800, 900, 1000]);
  const [warm] = censuses;
  const [resident, heap] = [changes(censuses, 'residentBytes'), changes(censuses, 'heapBytes')];
  const figures = `each 100 cycles: resident ${asText(resident)}; heap ${asText(heap)}`;
  await annotate(`${figures}; left open: ${warm?.resources.join(' ') || 'nothing'}`, 'reached');
  for (const { resources, listeners } of censuses) {
    expect([resources, listeners]).toEqual([[], warm?.listeners]);
  }
  expect(Math.max(...[...resident, ...heap].map(Math.abs)), figures).toBeLessThanOrEqual(5);
});
