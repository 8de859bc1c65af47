import type { Clock } from '@botwright/clock';
import type { Namespace, Schema, Store } from '@botwright/store';
import type { CommandContext } from '../context.js';
import type { CommandDefinition } from '../definition.js';
import { giveUseBack, takeUse, type Used } from './allowance.js';
import { countedFor } from './counted.js';
import { Forgetting, type Kept } from './forgetting.js';
import type { CooldownRule } from './rules.js';
import { SteadyTime } from './steady-time.js';

/** A count, and until when it matters. */
type KeptCount = Used & Kept;

interface Counts {
  readonly entries: Namespace<KeptCount>;
  readonly forgetting: Forgetting<KeptCount>;
}

/** How a cooldown stands for one call. */
export interface CooldownState {
  readonly rule: CooldownRule;
  /** `undefined` when the call would be let through. */
  readonly retryAfterMs: number | undefined;
}

/** Counts calls in a store, so that a restart gives nobody a call more. */
export class Cooldowns {
  readonly #time: SteadyTime;
  readonly #store: Store;
  #counts: Counts | undefined;

  /** @param store - Used with the first call of a command that has a cooldown. */
  constructor(store: Store, clock: Clock) {
    this.#store = store;
    this.#time = new SteadyTime(clock, store);
  }

  /**
   * Takes one use of each of a command's cooldowns, or of none.
   *
   * @returns After how many milliseconds to try again; `undefined` when the call may run.
   */
  async take(command: CommandDefinition, context: CommandContext): Promise<number | undefined> {
    for (const [index, rule] of command.cooldowns.entries()) {
      const retryAfterMs = await this.#takeOne(rule, keyOf(command, index, rule, context));
      if (retryAfterMs === undefined) continue;
      await this.#giveBackUpTo(index, command, context);
      return retryAfterMs;
    }
    return undefined;
  }

  /** Gives back what `take` took, because the call did not run after all. */
  giveBack(command: CommandDefinition, context: CommandContext): Promise<void> {
    return this.#giveBackUpTo(command.cooldowns.length, command, context);
  }

  /** How each of a command's cooldowns stands, without a use of any. */
  async look(command: CommandDefinition, context: CommandContext): Promise<CooldownState[]> {
    if (command.cooldowns.length === 0) return [];
    const now = await this.#time.reading();
    const states = command.cooldowns.map(async (rule, index) => {
      const used = await this.#opened().entries.get(keyOf(command, index, rule, context));
      return { rule, retryAfterMs: takeUse(rule, used, now()).retryAfterMs };
    });
    return Promise.all(states);
  }

  async #takeOne(rule: CooldownRule, key: string): Promise<number | undefined> {
    const { entries, forgetting } = this.#opened();
    const now = await this.#time.reading();
    let retryAfterMs: number | undefined;
    const take = (before: KeptCount | undefined): KeptCount => {
      // Read in here, since the lock of another process may have been waited for.
      const at = now();
      const grant = takeUse(rule, before, at);
      retryAfterMs = grant.retryAfterMs;
      return { ...grant.used, until: at + rule.perMs };
    };
    await entries.update(key, take);
    await forgetting.noteWrite(now());
    return retryAfterMs;
  }

  async #giveBackUpTo(count: number, command: CommandDefinition, context: CommandContext): Promise<void> {
    for (const [index, rule] of command.cooldowns.slice(0, count).entries()) {
      const key = keyOf(command, index, rule, context);
      await this.#opened().entries.update(key, (used) => used && giveUseBack(rule, used));
    }
  }

  #opened(): Counts {
    if (this.#counts === undefined) {
      const entries = this.#store.namespace('commands/cooldowns', countSchema);
      this.#counts = { entries, forgetting: new Forgetting(entries) };
    }
    return this.#counts;
  }
}

function keyOf(command: CommandDefinition, index: number, { by }: CooldownRule, context: CommandContext): string {
  return `${command.name} ${index} ${countedFor(context, by)}`.toWellFormed();
}

/** Written by this file alone; anything else under its name is a mistake worth an error. */
const countSchema: Schema<KeptCount> = {
  '~standard': {
    validate: (value) => (isCount(value) ? { value } : { issues: [{ message: 'is no count of calls' }] }),
  },
};

function isCount(value: unknown): value is KeptCount {
  if (typeof value !== 'object' || value === null || !('policy' in value)) return false;
  if (value.policy === 'sliding-window') return 'at' in value && Array.isArray(value.at);
  if (value.policy === 'fixed-window') return 'begunAt' in value && 'count' in value;
  return value.policy === 'token-bucket' && 'left' in value && 'at' in value;
}
