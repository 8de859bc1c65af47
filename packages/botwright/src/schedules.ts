import { Duration } from '@botwright/commands';
import { asWork, Cancellation, type Clock, type Logger, overOrExcused, type Timer } from '@botwright/core';
import { Cron as CronPattern } from 'croner';
import { ScheduleInvalid } from './errors.js';
import type { Class } from './injection.js';

/** What a method with `@Every` or `@Cron` gets. */
export interface JobRun {
  /** When it was due; the clock may be a little further. */
  readonly dueAt: Date;
  /** Aborts when the bot stops, or the plugin that the listener came with goes. */
  readonly signal: AbortSignal;
}

export interface CronOptions {
  /** An IANA time zone such as `Europe/Berlin`; default `UTC`. */
  readonly zone?: string;
}

type JobDecorator = <Method extends (run: JobRun) => unknown>(
  prototype: object,
  method: string | symbol,
  descriptor: TypedPropertyDescriptor<Method>,
) => void;

interface JobRecord {
  readonly method: string | symbol;
  /** As it was written. */
  readonly written: string;
  /** The moment after this one at which it is due, both in epoch milliseconds; `undefined` when there is none. */
  next(after: number): number | undefined;
}

type JobPlan = (fail: (problem: string) => never) => JobRecord['next'];

const plans = new WeakMap<object, { method: string | symbol; written: string; plan: JobPlan }[]>();

/**
 * Calls a method of a listener again and again, the first time so long after the bot has connected: `@Every('10 minutes')`.
 * While it still works, further calls are left out. What it throws is logged.
 */
export function Every(length: string): JobDecorator {
  return recorded(length, (fail) => {
    const duration = Duration.read(length);
    if (!(duration instanceof Duration) || duration.ms < 1) return fail('is no length of time such as "10 minutes"');
    return (after) => after + duration.ms;
  });
}

/**
 * Calls a method of a listener at the times of a cron pattern: `@Cron('0 9 * * 1', { zone: 'Europe/Berlin' })`, minute,
 * hour, day, month and day of the week, with seconds in front if there are six. While it still works, further calls are
 * left out. What it throws is logged. Times that passed while the bot was off are not made up for.
 */
export function Cron(pattern: string, { zone = 'UTC' }: CronOptions = {}): JobDecorator {
  return recorded(pattern, (fail) => {
    try {
      // Paused, and without a function: it only computes, and the bot's clock waits.
      const cron = new CronPattern(pattern, { timezone: zone, paused: true });
      cron.nextRun(new Date(0));
      return (after) => cron.nextRun(new Date(after))?.getTime();
    } catch (error) {
      return fail(`cannot be read in zone ${zone} (${error instanceof Error ? error.message : String(error)})`);
    }
  });
}

function recorded(written: string, plan: JobPlan): JobDecorator {
  return (prototype, method) => {
    plans.set(prototype, [...(plans.get(prototype) ?? []), { method, written, plan }]);
  };
}

/**
 * What is due in a class and those it extends.
 *
 * @throws {ScheduleInvalid} for a time that cannot be read.
 */
export function jobsOf(target: Class): JobRecord[] {
  const jobs: JobRecord[] = [];
  for (let prototype = target.prototype; prototype; prototype = Object.getPrototypeOf(prototype)) {
    for (const { method, written, plan } of plans.get(prototype) ?? []) {
      if (jobs.some((known) => known.method === method && known.written === written)) continue;
      const fail = (problem: string): never => {
        throw new ScheduleInvalid(target.name, String(method), written, problem);
      };
      jobs.push({ method, written, next: plan(fail) });
    }
  }
  return jobs;
}

/** A timer cannot be set for longer; a longer wait is made of several. */
const longestTimerMs = 2 ** 31 - 1;

interface ScheduledJob {
  readonly name: string;
  /** As it was written, too. */
  readonly title: string;
  next(after: number): number | undefined;
  run(run: JobRun): unknown;
}

interface RunningJob {
  readonly work: Cancellation;
  readonly over: Promise<void>;
}

export interface SchedulesParts {
  readonly clock: Clock;
  readonly log: Logger;
  /** Notes that a job begins; what it gives back notes the end. */
  begin(name: string): () => void;
}

/** The jobs of a bot or of one of its plugins. They begin with `start` and end with `stop`. */
export class Schedules {
  readonly #jobs: ScheduledJob[] = [];
  readonly #timers = new Map<ScheduledJob, { readonly timer: Timer; readonly due: number }>();
  readonly #running = new Map<ScheduledJob, RunningJob>();
  readonly #stopping = new AbortController();
  #isStarted = false;

  constructor(private readonly parts: SchedulesParts) {}

  /** Takes the jobs of a listener. */
  add(target: Class, instance: object): void {
    for (const { method, written, next } of jobsOf(target)) {
      const run: (run: JobRun) => unknown = Reflect.get(instance, method).bind(instance);
      const name = `${target.name}.${String(method)}`;
      this.#jobs.push({ name, title: `${name} ${written}`, next, run });
    }
  }

  /** When what is to come is due, by job, in epoch milliseconds. */
  get dues(): ReadonlyMap<string, number> {
    return new Map([...this.#timers].map(([{ title }, { due }]) => [title, due]));
  }

  /** @param dues - Those of the schedules that these take the place of. */
  start(dues: ReadonlyMap<string, number> = new Map()): void {
    if (this.#isStarted) return;
    this.#isStarted = true;
    const now = this.parts.clock.now();
    for (const job of this.#jobs) {
      const due = dues.get(job.title);
      if (due === undefined) this.#schedule(job, now);
      else this.#wait(job, due);
    }
  }

  /** Begins nothing more, and resolves when what works has ended or itself waits for this. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    for (const { timer } of this.#timers.values()) this.parts.clock.clearTimeout(timer);
    this.#timers.clear();
    await Promise.all([...this.#running.values()].map(({ work, over }) => overOrExcused(work, over)));
  }

  #schedule(job: ScheduledJob, after: number): void {
    const due = job.next(after);
    if (due !== undefined) this.#wait(job, due);
  }

  #wait(job: ScheduledJob, due: number): void {
    if (this.#stopping.signal.aborted) return;
    const { clock } = this.parts;
    const ms = Math.min(longestTimerMs, Math.max(0, due - clock.now()));
    const timer = clock.setTimeout(() => {
      if (clock.now() < due) this.#wait(job, due);
      else this.#fall(job, due);
    }, ms);
    this.#timers.set(job, { timer, due });
  }

  #fall(job: ScheduledJob, due: number): void {
    this.#timers.delete(job);
    if (this.#running.has(job)) {
      this.parts.log.warn({ job: job.name }, 'a job still works on its last call, and leaves this one out');
    } else {
      const work = new Cancellation();
      const over = asWork(work, () => this.#run(job, due)).finally(() => this.#running.delete(job));
      this.#running.set(job, { work, over });
    }
    // From now on, not from when it was due: after a long sleep of the machine the missed ones are not made up for.
    this.#schedule(job, Math.max(due, this.parts.clock.now()));
  }

  async #run({ name, run }: ScheduledJob, due: number): Promise<void> {
    const end = this.parts.begin(`job ${name}`);
    try {
      await run({ dueAt: new Date(due), signal: this.#stopping.signal });
    } catch (err) {
      this.parts.log.error({ err, job: name }, 'a job failed');
    } finally {
      end();
    }
  }
}
