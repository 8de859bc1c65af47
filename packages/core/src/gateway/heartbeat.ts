import type { Clock, Timer } from '@botwright/clock';
import { heartbeatIntervalFallbackMs } from '@botwright/protocol';

const shortestMs = 1_000;
const longestMs = 600_000;
const silentIntervals = 2;
/** A busy process may not have read yet what already arrived, so silence is looked at twice. */
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
    this.clock.clearTimeout(this.#beatTimer);
    this.clock.clearTimeout(this.#silenceTimer);
  }

  /** Something came in. */
  heard(): void {
    this.#heardAt = this.clock.monotonic();
  }

  #beat(): void {
    this.#beatTimer = this.clock.setTimeout(() => this.#beat(), this.intervalMs);
    this.handlers.beat();
  }

  #watch(): void {
    const leftMs = this.#leftMs();
    this.#silenceTimer =
      leftMs > 0
        ? this.clock.setTimeout(() => this.#watch(), leftMs)
        : this.clock.setTimeout(() => this.#lookAgain(), secondLookMs);
  }

  #lookAgain(): void {
    if (this.#leftMs() > 0) this.#watch();
    else this.handlers.silent();
  }

  #leftMs(): number {
    return this.#heardAt + silentIntervals * this.intervalMs - this.clock.monotonic();
  }
}
