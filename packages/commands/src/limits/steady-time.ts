import type { Clock } from '@botwright/clock';
import type { Namespace, Schema, Store } from '@botwright/store';

/** How far the time of day was ahead of the uptime that counts since `since`. */
interface Lead {
  readonly since: string;
  readonly ms: number;
}

/**
 * The time of day that does not jump when somebody sets the machine's clock: it is read once, and goes on by a clock that
 * nobody sets. What is kept over a restart can be compared with it, unlike with such a clock alone.
 *
 * Processes that share a store and a machine take over what the first of them read, so that one that starts after the
 * clock was set counts as the others do. The first after the machine itself was started reads anew.
 */
export class SteadyTime {
  readonly #startedAt: number;
  #leads: Namespace<Lead> | undefined;
  #now: Promise<() => number> | undefined;

  /** @param store - Used with the first reading. */
  constructor(
    private readonly clock: Clock,
    private readonly store: Store,
  ) {
    this.#startedAt = clock.now() - clock.monotonic();
  }

  /** What tells the time from then on, in epoch milliseconds. */
  reading(): Promise<() => number> {
    this.#now ??= this.#agree().catch((error: unknown) => {
      this.#now = undefined;
      throw error;
    });
    return this.#now;
  }

  async #agree(): Promise<() => number> {
    const { clock } = this;
    const uptime = clock.uptime?.();
    if (uptime === undefined) return () => this.#startedAt + clock.monotonic();
    const { since } = uptime;
    const own = { since, ms: this.#startedAt + clock.monotonic() - uptime.ms };
    this.#leads ??= this.store.namespace('commands/steady-time', leadSchema);
    const agreed = await this.#leads.update('lead', (known) => (known?.since === since ? known : own));
    const lead = agreed ?? own;
    return () => lead.ms + (clock.uptime?.() ?? uptime).ms;
  }
}

const leadSchema: Schema<Lead> = {
  '~standard': {
    validate: (value) => (isLead(value) ? { value } : { issues: [{ message: 'is no lead of the time of day' }] }),
  },
};

function isLead(value: unknown): value is Lead {
  return typeof value === 'object' && value !== null && 'since' in value && 'ms' in value;
}
