import { type Clock, systemClock } from '@botwright/clock';
import { Identities } from '../identities.js';
import type { Act, ActWitness, DatedAct, KeptWorld } from './act.js';
import type { Change, Stamp, WorldEvent } from './change.js';
import { defaultWorld } from './default-world.js';
import type { WorldRules, WorldState, WorldView } from './state.js';

export interface WorldOptions {
  readonly seed: string;
  readonly enforcesPermissions: boolean;
  readonly maxTotalUploadBytes?: number;
  /** Adds to a fresh world what it has beside the default one. */
  readonly additions?: Change<void> | undefined;
  readonly clock?: Clock;
}

interface CurrentAct {
  readonly dated: DatedAct;
  isWitnessed: boolean;
}

/** The one holder of the state. Nothing changes but through `apply`, and what changes is told at once. */
export class World {
  readonly #options: WorldOptions;
  readonly #clock: Clock;
  readonly #witnesses = new Set<ActWitness>();
  #state: WorldState;
  #stamp: Stamp;
  #act: CurrentAct | undefined;
  #publish: (event: WorldEvent) => void = () => undefined;

  constructor(options: WorldOptions, kept?: KeptWorld) {
    this.#options = options;
    this.#clock = options.clock ?? systemClock;
    const { seed } = kept?.state ?? options;
    this.#stamp = this.#stampFrom(seed, kept?.drawn);
    this.#state = kept?.state ?? this.#fresh(seed, this.#stamp);
  }

  get view(): WorldView {
    return this.#state;
  }

  /** The world as it can be kept; only for looking at, and only until the next change. */
  get keepable(): KeptWorld {
    return { state: this.#state, drawn: this.#stamp.identities.drawn };
  }

  /** Where events go from now on. */
  publishTo(publish: (event: WorldEvent) => void): void {
    this.#publish = publish;
  }

  /** Holds callers to other rules from now on. */
  holdTo(rules: WorldRules): void {
    this.#state = { ...this.#state, ...rules };
  }

  /** Lets somebody know of every act from now on; those who came first hear first. What is returned ends it. */
  witness(witness: ActWitness): () => void {
    this.#witnesses.add(witness);
    return () => void this.#witnesses.delete(witness);
  }

  /** Lets `run` apply the changes of an act, all at one moment. */
  act<Answer extends object>(act: Act, run: () => Answer): Answer {
    const dated = { at: this.#clock.now(), drawn: this.#stamp.identities.drawn, act };
    const current: CurrentAct = { dated, isWitnessed: false };
    let answer: Answer | undefined;
    try {
      answer = this.#during(current, run);
      return answer;
    } finally {
      if (current.isWitnessed) for (const witness of this.#witnesses) witness.ended(dated, answer);
    }
  }

  /** Does an act again that was done before, at the moment of then, without witnesses. */
  repeat(dated: DatedAct, run: () => object): void {
    this.#during({ dated, isWitnessed: true }, run);
  }

  /** Makes a change and publishes its events before anybody can learn its answer. */
  apply<Answer>(change: Change<Answer>): Answer {
    this.#bear(this.#act);
    const { answer, events } = change(this.#state, this.#stamp);
    for (const event of events) this.#publish(event);
    return answer;
  }

  /**
   * Forgets everything and starts afresh, without events. What comes into being later gets ids that nothing had before:
   * bots that live on know messages by their ids.
   */
  reset(seed: string = this.#state.seed): void {
    const stamp = this.#stampFrom(seed);
    const state = this.#fresh(seed, stamp);
    stamp.identities.goOnAfter(this.#stamp.identities.drawn);
    for (const witness of this.#witnesses) witness.restarts({ state, drawn: stamp.identities.drawn });
    this.#stamp = stamp;
    this.#state = state;
  }

  #fresh(seed: string, stamp: Stamp): WorldState {
    const { enforcesPermissions, maxTotalUploadBytes = Number.POSITIVE_INFINITY, additions } = this.#options;
    const state = defaultWorld({ seed, enforcesPermissions, maxTotalUploadBytes }, stamp);
    additions?.(state, stamp);
    return state;
  }

  #during<Answer>(act: CurrentAct, run: () => Answer): Answer {
    this.#act = act;
    try {
      return run();
    } finally {
      this.#act = undefined;
    }
  }

  /** Before the first change of an act, its witnesses hear of it. */
  #bear(act: CurrentAct | undefined): void {
    if (act === undefined || act.isWitnessed) return;
    for (const witness of this.#witnesses) witness.begins(act.dated);
    act.isWitnessed = true;
  }

  #stampFrom(seed: string, drawn?: number): Stamp {
    return {
      identities: new Identities(seed, drawn),
      now: () => new Date(this.#act?.dated.at ?? this.#clock.now()).toISOString(),
    };
  }
}
