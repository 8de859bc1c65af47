import type { Clock } from '@botwright/clock';
import type { Namespace, Schema, Store } from '@botwright/store';
import type { CommandContext } from '../context.js';
import type { CommandDefinition } from '../definition.js';
import { giveUseBack, takeUse, type Used } from './allowance.js';
import { countedFor } from './counted.js';
import type { CooldownRule } from './rules.js';
import { SteadyTime } from './steady-time.js';

/** The store's own clock may be set while the bot runs: an entry lives so much longer than it is needed. */
const spareMs = 86_400_000;

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
  #used: Namespace<Used> | undefined;

  /** @param store - Used with the first call of a command that has a cooldown. */
  constructor(store: Store, clock: Clock) {
    this.#store = store;
    this.#time = new SteadyTime(clock);
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
    const states = command.cooldowns.map(async (rule, index) => {
      const used = await this.#namespace().get(keyOf(command, index, rule, context));
      return { rule, retryAfterMs: takeUse(rule, used, this.#time.now()).retryAfterMs };
    });
    return Promise.all(states);
  }

  async #takeOne(rule: CooldownRule, key: string): Promise<number | undefined> {
    const now = this.#time.now();
    let retryAfterMs: number | undefined;
    const take = (before: Used | undefined): Used => {
      const grant = takeUse(rule, before, now);
      retryAfterMs = grant.retryAfterMs;
      return grant.used;
    };
    await this.#namespace().update(key, take, { ttlMs: rule.perMs + spareMs });
    return retryAfterMs;
  }

  async #giveBackUpTo(count: number, command: CommandDefinition, context: CommandContext): Promise<void> {
    for (const [index, rule] of command.cooldowns.slice(0, count).entries()) {
      const key = keyOf(command, index, rule, context);
      await this.#namespace().update(key, (used) => used && giveUseBack(rule, used));
    }
  }

  #namespace(): Namespace<Used> {
    this.#used ??= this.#store.namespace('commands/cooldowns', usedSchema);
    return this.#used;
  }
}

function keyOf(command: CommandDefinition, index: number, { by }: CooldownRule, context: CommandContext): string {
  return `${command.name} ${index} ${countedFor(context, by)}`.toWellFormed();
}

/** Written by this file alone; anything else under its name is a mistake worth an error. */
const usedSchema: Schema<Used> = {
  '~standard': {
    validate: (value) => (isUsed(value) ? { value } : { issues: [{ message: 'is no count of calls' }] }),
  },
};

function isUsed(value: unknown): value is Used {
  if (typeof value !== 'object' || value === null || !('policy' in value)) return false;
  if (value.policy === 'sliding-window') return 'at' in value && Array.isArray(value.at);
  if (value.policy === 'fixed-window') return 'begunAt' in value && 'count' in value;
  return value.policy === 'token-bucket' && 'left' in value && 'at' in value;
}
