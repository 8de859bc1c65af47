import type { TodoId } from 'botwright';
import type { ItemState } from './checklist.js';
import type { Link } from './pairing.js';

/** What file and channel held after the last run. Whatever says the same is an echo of the run's own writes. */
export class LastAgreement {
  readonly #links: ReadonlyMap<TodoId, Link>;

  constructor(
    private readonly text: string | undefined,
    links: readonly Link[],
  ) {
    this.#links = new Map(links.map((link) => [link.id, link]));
  }

  saysOfFile(text: string | undefined): boolean {
    return text === this.text;
  }

  /** @param state - `undefined` when the item is gone. */
  saysOfItem(id: TodoId, state: ItemState | undefined): boolean {
    const link = this.#links.get(id);
    return link?.channelText === state?.text && link?.completed === state?.completed;
  }
}
