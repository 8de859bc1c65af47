import { Identities } from '../identities.js';
import type { Change, Stamp, WorldEvent } from './change.js';
import { defaultWorld } from './default-world.js';
import type { WorldState, WorldView } from './state.js';

export interface WorldOptions {
  readonly seed: string;
  readonly enforcesPermissions: boolean;
}

/** The one holder of the state. Nothing changes but through `apply`, and what changes is told at once. */
export class World {
  readonly #options: WorldOptions;
  readonly #publish: (event: WorldEvent) => void;
  #state: WorldState;
  #stamp: Stamp;

  constructor(options: WorldOptions, publish: (event: WorldEvent) => void) {
    this.#options = options;
    this.#publish = publish;
    this.#stamp = stampFrom(options.seed);
    this.#state = defaultWorld(options, this.#stamp);
  }

  get view(): WorldView {
    return this.#state;
  }

  /** Makes a change and publishes its events before anybody can learn its answer. */
  apply<Answer>(change: Change<Answer>): Answer {
    const { answer, events } = change(this.#state, this.#stamp);
    for (const event of events) this.#publish(event);
    return answer;
  }

  /** Forgets everything and starts afresh, without events. */
  reset(seed: string = this.#state.seed): void {
    this.#stamp = stampFrom(seed);
    this.#state = defaultWorld({ ...this.#options, seed }, this.#stamp);
  }
}

function stampFrom(seed: string): Stamp {
  return { identities: new Identities(seed), now: () => new Date().toISOString() };
}
