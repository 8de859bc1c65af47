import type { ItemState } from '../../src/checklist.js';
import type { ChannelItem, Link } from '../../src/pairing.js';
import type { ChannelSide, Sides, SnapshotSide } from '../../src/reconcile.js';

/** Thrown in place of a write by a process that is killed. */
export class Killed extends Error {}

/** A file, a channel and a snapshot without disk and network, for as many runs as a search needs. */
export class MemorySides implements Sides {
  text = '# To do\n';
  links: Link[] = [];
  readonly items = new Map<string, ChannelItem>();
  readonly deleted = new Set<string>();
  writes = 0;
  #writesLeft = Number.POSITIVE_INFINITY;
  #ids = 0;

  /** Lets this many writes through, and kills the process at the next. */
  killAfter(writes: number): void {
    this.#writesLeft = writes;
  }

  /** Deletes an item of the channel while a bot listens. */
  delete(id: string): void {
    this.items.delete(id);
    this.deleted.add(id);
  }

  live(): void {
    this.#writesLeft = Number.POSITIVE_INFINITY;
  }

  put(item: ItemState, id = `item-${++this.#ids}`): ChannelItem {
    const stored = { ...item, id, createdAt: `when ${id} was made` };
    this.items.set(id, stored);
    return stored;
  }

  readonly file: Sides['file'] = {
    path: 'memory.md',
    read: async () => this.text,
    replace: async (_, text) => {
      this.#write();
      this.text = text;
      return true;
    },
  };

  readonly snapshot: SnapshotSide = {
    read: async () => this.links,
    write: async (links) => {
      this.#write();
      this.links = [...links];
    },
  };

  readonly channel: ChannelSide = {
    list: async () => [...this.items.values()],
    add: async (text) => {
      this.#write();
      return this.put({ text, completed: false });
    },
    edit: async (id, text) => this.#update(id, { text }),
    setCompleted: async (id, completed) => this.#update(id, { completed }),
    delete: async (id) => {
      this.#write();
      this.items.delete(id);
    },
  };

  #update(id: string, change: Partial<ChannelItem>): ChannelItem {
    this.#write();
    const item = this.items.get(id);
    if (item === undefined) throw new Error(`there is no item ${id}`);
    return this.put({ ...item, ...change }, id);
  }

  #write(): void {
    if (this.#writesLeft === 0) throw new Killed();
    this.#writesLeft--;
    this.writes++;
  }
}
