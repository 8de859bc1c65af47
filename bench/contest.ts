import type { ChildProcess } from 'node:child_process';
import { reported, start } from './children.ts';
import type { Whereabouts } from './service/service.ts';

export interface Task {
  readonly name: 'ingest' | 'unheard' | 'command' | 'rest' | 'ready' | 'heap';
  readonly count: number;
  readonly warmUp: number;
}

export interface Measurement {
  /** Microseconds. */
  readonly cpuPerItem: number;
  readonly readyCpuMs: number;
  /** Bytes that are alive after the warm-up; 0 unless Node was told to expose its collector. */
  readonly beginHeap: number;
  readonly endHeap: number;
}

/** A contender, and the service that it works with: scripts of this folder. */
export interface Contender {
  readonly file: string;
  readonly service: string;
}

/** Lets one contender do one task, each side in a process of its own. */
export async function measure(contender: Contender, task: Task, flags?: readonly string[]): Promise<Measurement> {
  const [measurement] = await measureInTurns([contender], task, flags);
  return measurement as Measurement;
}

/** The work written by hand, and the same as a user of Botwright writes it. */
export const limit: Contender = { file: 'contenders/limit.mjs', service: 'service/service.ts' };
export const botwright: Contender = { file: 'contenders/botwright.mjs', service: 'service/service.ts' };

/** So long works one contender before the next goes on. */
const turnMs = 50;

/**
 * Lets contenders do the same task in short turns, all others being stopped meanwhile: the speed of a machine that others
 * use too changes by a third from one second to the next, and so it changes for all of them.
 * @param flags - For the Node that the contenders run on.
 */
export async function measureInTurns(
  contenders: readonly Contender[],
  task: Task,
  flags: readonly string[] = [],
): Promise<Measurement[]> {
  const { name, count, warmUp } = task;
  const amounts = [name, String(count), String(warmUp)];
  const services = contenders.map(({ service }) => start(service, { args: amounts }));
  const working: ChildProcess[] = [];
  let turns: NodeJS.Timeout | undefined;
  try {
    const places = await Promise.all(services.map((serving) => reported<Whereabouts>(serving)));
    const environment = { ...process.env, NODE_ENV: 'production', BOTWRIGHT_LOG_LEVEL: 'silent' };
    for (const [index, { file }] of contenders.entries()) {
      working.push(start(file, { args: [...amounts, JSON.stringify(places[index])], environment, flags }));
    }
    turns = takeTurns(working);
    return await Promise.all(working.map((child) => reported<Measurement>(child)));
  } finally {
    clearInterval(turns);
    // Those that reported may have been stopped on their way out.
    for (const child of [...services, ...working]) child.kill('SIGKILL');
  }
}

function takeTurns(children: readonly ChildProcess[]): NodeJS.Timeout {
  let turn = 0;
  const goOn = () => {
    const working = children.filter(({ exitCode }) => exitCode === null);
    turn += 1;
    for (const [index, child] of working.entries()) {
      if (index !== turn % working.length) child.kill('SIGSTOP');
    }
    working[turn % working.length]?.kill('SIGCONT');
  };
  goOn();
  return setInterval(goOn, turnMs);
}
