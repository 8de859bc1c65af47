import type { TodoId, TodoItem } from 'botwright';
import { oneLine } from './item-text.js';
import { TodoRefused } from './refusals.js';

/** An item and the number under which people find it. */
export interface Entry {
  readonly number: number;
  readonly item: TodoItem;
}

type Change = (items: Map<TodoId, TodoItem>) => void;

/** The items of one channel: read when they are first wanted, and kept right by events from then on. */
export class TodoList {
  readonly #items = new Map<TodoId, TodoItem>();
  /** A number stays with its item for as long as the bot runs, so that nobody hits another item with it. */
  readonly #numbers = new Map<TodoId, number>();
  #reading: Promise<void> | undefined;
  /** What happened while the list was being read, and may be missing in what comes. */
  #missed: Change[] | undefined;

  /** @param read - asks the service for all items. */
  constructor(private readonly read: () => Promise<readonly TodoItem[]>) {}

  /** The items by their numbers, read first if they are not known. */
  async entries(): Promise<Entry[]> {
    this.#reading ??= this.#refresh();
    const reading = this.#reading;
    await reading;
    // Somebody let go of what was read while it was being read.
    if (reading !== this.#reading) return this.entries();
    const entries = [...this.#items.values()].map((item) => ({ number: this.#numberOf(item.id), item }));
    return entries.toSorted((one, other) => one.number - other.number);
  }

  /**
   * The one item that is meant by a number, an id, its text or a part of its text.
   *
   * @throws {TodoRefused} when none fits, or several.
   */
  async find(wanted: string): Promise<Entry> {
    const entries = await this.entries();
    const fits = fitsOf(wanted);
    for (const fit of fits) {
      const found = entries.filter(fit);
      const [first] = found;
      if (found.length > 1) {
        throw new TodoRefused({ code: 'SEVERAL_ITEMS', wanted, numbers: found.map(({ number }) => number) });
      }
      if (first !== undefined) return first;
    }
    throw new TodoRefused({ code: 'NO_ITEM', wanted });
  }

  /** The number of an item that was just stored. */
  numberOf(item: TodoItem): number {
    this.put(item);
    return this.#numberOf(item.id);
  }

  put(item: TodoItem): void {
    this.#change((items) => items.set(item.id, item));
  }

  remove(id: TodoId): void {
    this.#change((items) => items.delete(id));
  }

  /** Lets the items be read anew when they are next wanted. */
  forget(): void {
    this.#reading = undefined;
  }

  async #refresh(): Promise<void> {
    const missed: Change[] = [];
    this.#missed = missed;
    try {
      const items = await this.read();
      if (this.#missed === missed) this.#take(items, missed);
    } catch (failure) {
      if (this.#missed === missed) this.forget();
      throw failure;
    }
  }

  #take(items: readonly TodoItem[], missed: readonly Change[]): void {
    this.#missed = undefined;
    this.#items.clear();
    for (const item of items.toSorted(byAge)) this.#items.set(item.id, item);
    for (const change of missed) change(this.#items);
    for (const id of this.#items.keys()) this.#numberOf(id);
  }

  #change(change: Change): void {
    this.#missed?.push(change);
    change(this.#items);
  }

  #numberOf(id: TodoId): number {
    const number = this.#numbers.get(id) ?? this.#numbers.size + 1;
    this.#numbers.set(id, number);
    return number;
  }
}

function byAge(one: TodoItem, other: TodoItem): number {
  return Date.parse(one.createdAt) - Date.parse(other.createdAt);
}

type Fit = (entry: Entry) => boolean;

/** Ways to be meant, from the surest to the vaguest. */
function fitsOf(wanted: string): Fit[] {
  const number = /^#?(\d{1,9})$/.exec(wanted)?.[1];
  const text = comparable(wanted.replace(/^"(.*)"$/s, '$1'));
  return [
    (entry) => number !== undefined && entry.number === Number(number),
    ({ item }) => item.id === wanted,
    ({ item }) => comparable(item.content) === text,
    ({ item }) => comparable(item.content).startsWith(text),
    ({ item }) => comparable(item.content).includes(text),
  ];
}

function comparable(text: string): string {
  return oneLine(text).normalize('NFKC').toLowerCase();
}
