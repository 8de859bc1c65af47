import type { Clock } from '@botwright/clock';

interface Entry<Value> {
  readonly value: Value | Promise<Value>;
  readonly until: number;
}

const keepMs = 60_000;
const mostEntries = 10_000;

/** Values that are dear to get, kept for a minute; at most 10,000, the oldest of which goes first. */
export class Cached<Value> {
  private readonly entries = new Map<string, Entry<Value>>();

  constructor(
    private readonly load: (key: string) => Value | Promise<Value>,
    private readonly clock: Clock,
  ) {}

  /** No promise for a value that is there. Whoever asks for one that is under way gets the same promise. */
  get(key: string): Value | Promise<Value> {
    const known = this.entries.get(key);
    if (known !== undefined && known.until > this.clock.monotonic()) return known.value;
    const value = this.load(key);
    this.keep(key, value);
    if (value instanceof Promise) this.settle(key, value);
    return value;
  }

  /** Drops a value, because it has changed. */
  forget(key: string): void {
    this.entries.delete(key);
  }

  private settle(key: string, loading: Promise<Value>): void {
    const isStillAsked = () => this.entries.get(key)?.value === loading;
    loading.then(
      (value) => isStillAsked() && this.keep(key, value),
      // Whoever asked is told; the next one asks anew.
      () => isStillAsked() && this.entries.delete(key),
    );
  }

  private keep(key: string, value: Value | Promise<Value>): void {
    this.entries.delete(key);
    const [oldest] = this.entries.keys();
    if (this.entries.size >= mostEntries && oldest !== undefined) this.entries.delete(oldest);
    this.entries.set(key, { value, until: this.clock.monotonic() + keepMs });
  }
}
