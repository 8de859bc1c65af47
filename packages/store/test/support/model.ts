import type { VirtualClock } from '@botwright/clock';
import fc from 'fast-check';
import { expect } from 'vitest';
import type { Json, Namespace } from '../../src/index.js';

const key = fc.constantFrom('a', 'b', 'aa', 'ä', '\u{ffff}', '\u{1f600}');

/** Something that may be done to a namespace. */
export const step = fc.oneof(
  fc.record({
    does: fc.constant('set' as const),
    key,
    value: fc.jsonValue() as fc.Arbitrary<Json>,
    ttlMs: fc.option(fc.nat(20), { nil: undefined }),
  }),
  fc.record({ does: fc.constant('delete' as const), key }),
  fc.record({ does: fc.constant('count' as const), key }),
  fc.record({ does: fc.constant('wait' as const), ms: fc.nat(10) }),
);

export type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

interface ModelEntry {
  readonly value: Json;
  readonly expiresAt: number | undefined;
}

/** What a namespace should hold: each step is done to it and to this map. */
export class Model {
  readonly #entries = new Map<string, ModelEntry>();

  constructor(
    private readonly namespace: Namespace<Json>,
    private readonly clock: VirtualClock,
  ) {}

  async do(step: Step): Promise<void> {
    if (step.does === 'wait') await this.clock.advance(step.ms);
    if (step.does === 'delete') await this.delete(step.key);
    if (step.does === 'count') await this.count(step.key);
    if (step.does === 'set') await this.set(step);
    for (const [key, { expiresAt }] of this.#entries) {
      if (expiresAt !== undefined && expiresAt <= this.clock.now()) this.#entries.delete(key);
    }
  }

  /** In the order of the keys' code points. */
  entries(): object[] {
    const inOrder = [...this.#entries].sort(([a], [b]) => Buffer.compare(Buffer.from(a), Buffer.from(b)));
    return inOrder.map(([key, entry]) => ({ key, ...entry }));
  }

  private async delete(key: string): Promise<void> {
    expect(await this.namespace.delete(key)).toBe(this.#entries.delete(key));
  }

  private async count(key: string): Promise<void> {
    const countUp = (current: Json | undefined) => (typeof current === 'number' ? current + 1 : 0);
    const before = this.#entries.get(key);
    const value = countUp(before?.value);
    this.#entries.set(key, { value, expiresAt: before?.expiresAt });
    expect(await this.namespace.update(key, countUp)).toBe(value);
  }

  private async set({ key, value, ttlMs }: Extract<Step, { does: 'set' }>): Promise<void> {
    const expiresAt = ttlMs === undefined ? undefined : this.clock.now() + ttlMs;
    this.#entries.set(key, { value: JSON.parse(JSON.stringify(value)), expiresAt });
    await this.namespace.set(key, value, ttlMs === undefined ? undefined : { ttlMs });
  }
}
