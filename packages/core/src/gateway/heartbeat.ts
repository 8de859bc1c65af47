import type { Clock, Timer } from '@botwright/clock';
import { heartbeatIntervalFallbackMs } from '@botwright/protocol/facts';

const shortestMs = 1_000;
const longestMs = 600_000;
const silentIntervals = 2;
/** A busy process may not have read yet what already arrived, so silence is looked at a second time, so much later. */
const secondLookMs = 100;

/** The interval that READY names, kept between a second and ten minutes; 30 s when it names none. */
export function heartbeatInterval(named: unknown): number {
  if (typeof named !== 'number' || Number.isNaN(named)) return heartbeatIntervalFallbackMs;
  return Math.min(longestMs, Math.max(shortestMs, named));
}

export interface HeartbeatHandlers {
  /** It is time to send a heartbeat. */
  beat(): void;
  /** Nothing at all came for two intervals. */
  silent(): void;
}

/** Sends heartbeats and notices when the other side is gone. Whatever comes in is a sign of life, not only an answer. */
export class Heartbeat {
  #heardAt: number;
  /** When the first heartbeat went out that nothing answers yet. */
  #unansweredSince: number | undefined;
  /** When the next heartbeat has to go out. */
  #dueAt = Number.POSITIVE_INFINITY;
  #beatTimer: Timer | undefined;
  #silenceTimer: Timer | undefined;

  constructor(
    private readonly clock: Clock,
    private readonly intervalMs: number,
    private readonly handlers: HeartbeatHandlers,
  ) {
    this.#heardAt = clock.monotonic();
  }

  /** Sends the first heartbeat at once. */
  start(): void {
    this.#beat();
    this.#watch();
  }

  stop(): void {
    this.#dueAt = Number.POSITIVE_INFINITY;
    this.clock.clearTimeout(this.#beatTimer);
    this.clock.clearTimeout(this.#silenceTimer);
  }

  /** Something came in, now or a moment ago, by the clock's `monotonic`. */
  heard(now: number): void {
    this.#heardAt = now;
    // Timers get no turn while a flood is read.
    if (now >= this.#dueAt) this.#beat();
  }

  /** Sends a heartbeat beside those that the interval asks for. */
  beatNow(): void {
    this.#unansweredSince ??= this.clock.monotonic();
    this.handlers.beat();
  }

  /** The answer to a heartbeat came in. Milliseconds since the heartbeat; undefined when there was none to answer. */
  answered(): number | undefined {
    const since = this.#unansweredSince;
    this.#unansweredSince = undefined;
    return since === undefined ? undefined : this.clock.monotonic() - since;
  }

  #beat(): void {
    this.clock.clearTimeout(this.#beatTimer);
    this.#dueAt = this.clock.monotonic() + this.intervalMs;
    this.#beatTimer = this.clock.setTimeout(() => this.#beat(), this.intervalMs);
    this.beatNow();
  }

  #watch(): void {
    const heardAt = this.#heardAt;
    const leftMs = heardAt + silentIntervals * this.intervalMs - secondLookMs - this.clock.monotonic();
    this.#silenceTimer =
      leftMs > 0
        ? this.clock.setTimeout(() => this.#watch(), leftMs)
        : this.clock.setTimeout(() => this.#lookAgain(heardAt), secondLookMs);
  }

  #lookAgain(heardAt: number): void {
    if (heardAt === this.#heardAt) this.handlers.silent();
    else this.#watch();
  }
}
