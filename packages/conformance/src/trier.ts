import type { Case } from './case.js';
import { type Outcome, runCase } from './run-case.js';
import type { Server } from './server.js';
import { findSurroundings, reach, type Surroundings } from './surroundings.js';

/** Tries the cases that change nothing, on a server that others may use. */
export class LookingTrier {
  private constructor(
    private readonly server: Server,
    private readonly surroundings: Surroundings,
  ) {}

  /** @throws {ServerUnusable} when the server is not there, or tells too little. */
  static async at(server: Server, token: string): Promise<LookingTrier> {
    return new LookingTrier(server, await findSurroundings(server, token));
  }

  async run(item: Case): Promise<Outcome> {
    if (!item.safe) return { outcome: 'skipped', reason: 'it would change something; --control allows that' };
    const { names, callers } = this.surroundings;
    return runCase(item, this.server, { names: new Map(names), callers }, false);
  }
}

/**
 * Tries every case in a fresh world. A refused call is shown to leave its world as it was, so the next case stays in it where
 * it needs the same preparation; most cases do.
 */
export class ResettingTrier {
  #preparation = '';
  #surroundings: Surroundings | undefined;

  constructor(
    private readonly server: Server,
    private readonly token: string,
  ) {}

  /** @throws {ServerUnusable} when the server is not there, refuses the control token, or tells too little. */
  async run(item: Case): Promise<Outcome> {
    const preparation = JSON.stringify([item.people, item.setup]);
    const kept = preparation === this.#preparation ? this.#surroundings : undefined;
    const surroundings = kept ?? (await this.#freshSurroundings());
    const outcome = await runCase(item, this.server, surroundings, kept !== undefined);
    this.#preparation = preparation;
    this.#surroundings = outcome.outcome === 'passed' && item.expect.status >= 400 ? surroundings : undefined;
    return outcome;
  }

  async #freshSurroundings(): Promise<Surroundings> {
    await reach(this.server, () => this.server.control('POST', 'reset'));
    return findSurroundings(this.server, this.token);
  }
}
