import type { Clock } from '@botwright/clock';
import type { Cancellation } from '@botwright/core';
import type { Store } from '@botwright/store';
import type { CommandContext } from '../context.js';
import type { CommandDefinition } from '../definition.js';
import { CoolingDown } from '../errors.js';
import { Concurrency } from './concurrency.js';
import { Cooldowns } from './cooldowns.js';
import { countedFor } from './counted.js';

/** How often, and how many at a time, the commands of one router may be called. */
export class Limits {
  readonly cooldowns: Cooldowns;
  readonly #concurrency: Concurrency;

  /** @param store - Used with the first call of a command that has a cooldown. */
  constructor(store: Store, clock: Clock) {
    this.cooldowns = new Cooldowns(store, clock);
    this.#concurrency = new Concurrency(clock);
  }

  /**
   * Lets a call in whose arguments are right. One that gets no place in the end has used no cooldown.
   *
   * @param cancellation - Gives the call up later, when it runs too long or has to make place.
   * @returns What frees its place; nothing when it took none, and no promise for a command that has no limits.
   * @throws {CoolingDown} when it was called too often.
   * @throws {CommandBusy} when too many run.
   */
  enter(
    command: CommandDefinition,
    context: CommandContext,
    cancellation: Cancellation,
  ): Promise<(() => void) | undefined> | undefined {
    const { cooldowns, concurrency } = command;
    const isFree = cooldowns.length === 0 && concurrency === undefined;
    return isFree ? undefined : this.#enterLimited(command, context, cancellation);
  }

  async #enterLimited(
    command: CommandDefinition,
    context: CommandContext,
    cancellation: Cancellation,
  ): Promise<(() => void) | undefined> {
    const { cooldowns, concurrency: rule, name } = command;
    if (cooldowns.length > 0) {
      const retryAfterMs = await this.cooldowns.take(command, context);
      if (retryAfterMs !== undefined) throw new CoolingDown(name, retryAfterMs);
    }
    if (rule === undefined) return undefined;
    try {
      return await this.#concurrency.enter({ key: `${name} ${countedFor(context, rule.by)}`, rule, cancellation });
    } catch (error) {
      if (cooldowns.length > 0) await this.cooldowns.giveBack(command, context);
      throw error;
    }
  }
}
