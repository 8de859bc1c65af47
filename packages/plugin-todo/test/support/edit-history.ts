import fc from 'fast-check';
import { Checklist, type ItemState } from '../../src/checklist.js';
import { reconcile } from '../../src/reconcile.js';
import { Killed, MemorySides } from './memory-sides.js';

type SideName = 'file' | 'channel';

/** What happens to the two sides, one step after the other. `pick` chooses among the items that the side has. */
export type Step =
  | { readonly kind: 'add' | 'amend' | 'rewrite' | 'toggle' | 'delete'; readonly side: SideName; readonly pick: number }
  | { readonly kind: 'sync' }
  | { readonly kind: 'killed sync'; readonly after: number };

const edit = fc.record({
  kind: fc.constantFrom('add', 'amend', 'rewrite', 'toggle', 'delete'),
  side: fc.constantFrom('file', 'channel'),
  pick: fc.nat(20),
});
const sync = fc.constant({ kind: 'sync' } as const);
const killedSync = fc.record({ kind: fc.constant('killed sync' as const), after: fc.nat(6) });

/** Histories of edits with syncs in between, some of them cut off. */
export const histories: fc.Arbitrary<Step[]> = fc.array(
  fc.oneof({ weight: 8, arbitrary: edit }, { weight: 2, arbitrary: sync }, { weight: 1, arbitrary: killedSync }),
  { minLength: 1, maxLength: 40 },
);

interface Deletion {
  readonly text: string;
  readonly side: SideName;
  readonly epoch: number;
}

/** Two sides that are edited at random, and what must have become of every text at the end. Each text is written once. */
export class EditHistory {
  readonly sides = new MemorySides();
  /** Texts that somebody wrote and nobody who saw them changed or deleted. */
  readonly #standing = new Set<string>();
  readonly #deletions: Deletion[] = [];
  readonly #toggles: Deletion[] = [];
  readonly #killedEpochs = new Set<number>();
  /** Whether each item was done after the last sync that nobody cut off. */
  #agreedMarks = new Map<string, boolean>();
  #epoch = 0;
  #texts = 0;

  async play(steps: readonly Step[]): Promise<void> {
    for (const step of steps) {
      if (step.kind === 'sync') await this.sync();
      else if (step.kind === 'killed sync') await this.#killedSync(step.after);
      else this.#edit(step.side, step.kind, step.pick);
    }
  }

  /** How many writes a sync made. */
  async sync(): Promise<number> {
    const writes = this.sides.writes;
    const before = { file: this.#marks('file'), channel: this.#marks('channel') };
    const report = await reconcile(this.sides, { confirmed: true, deleted: this.sides.deleted });
    // The run takes a channel that is killed for one that fails, and goes on as far as it can.
    if (report.outcome !== 'done' || report.failures.length > 0) throw new Killed();
    this.#followMarks(before);
    this.#epoch++;
    return this.sides.writes - writes;
  }

  /** Items that one side ticked off or reopened, and that are not so now. */
  readonly lostMarks: string[] = [];

  /** Texts that were written, stand, and are not on both sides. */
  get lost(): string[] {
    const inFile = new Set(this.#itemsOf('file').map(({ text }) => text));
    const inChannel = new Set(this.#itemsOf('channel').map(({ text }) => text));
    return [...this.#standing].filter((text) => !inFile.has(text) || !inChannel.has(text));
  }

  /** Texts that one side deleted while the other left them alone, and that are there again. */
  get resurrected(): string[] {
    const present = new Set([...this.#itemsOf('file'), ...this.#itemsOf('channel')].map(({ text }) => text));
    const final = this.#deletions.filter((deletion) => {
      const wasToggled = this.#toggles.some(
        ({ text, side, epoch }) => text === deletion.text && side !== deletion.side && epoch === deletion.epoch,
      );
      // A sync that was cut off has told one side already; what is deleted there then was changed on the other.
      return !wasToggled && !this.#killedEpochs.has(deletion.epoch);
    });
    return final.map(({ text }) => text).filter((text) => present.has(text));
  }

  /** What each side holds, in an order that is the same for both. */
  contents(side: SideName): string[] {
    return this.#itemsOf(side)
      .map(({ text, completed }) => `${completed ? 'x' : ' '} ${text}`)
      .toSorted();
  }

  #marks(side: SideName): Map<string, boolean> {
    return new Map(this.#itemsOf(side).map(({ text, completed }) => [text, completed]));
  }

  #followMarks(before: Readonly<Record<SideName, Map<string, boolean>>>): void {
    const after = { file: this.#marks('file'), channel: this.#marks('channel') };
    for (const [text, agreed] of this.#agreedMarks) {
      const { file, channel } = { file: before.file.get(text), channel: before.channel.get(text) };
      if (file === undefined || channel === undefined) continue;
      const wanted = file === agreed ? channel : file;
      if (after.file.get(text) !== wanted || after.channel.get(text) !== wanted) this.lostMarks.push(text);
    }
    this.#agreedMarks = after.file;
  }

  async #killedSync(after: number): Promise<void> {
    this.sides.killAfter(after);
    try {
      await this.sync();
    } catch (failure) {
      if (!(failure instanceof Killed)) throw failure;
    } finally {
      this.sides.live();
    }
    this.#killedEpochs.add(this.#epoch).add(this.#epoch - 1);
    this.#agreedMarks.clear();
  }

  #itemsOf(side: SideName): readonly ItemState[] {
    return side === 'file' ? new Checklist(this.sides.text).items : [...this.sides.items.values()];
  }

  #edit(side: SideName, kind: Exclude<Step, { kind: 'sync' | 'killed sync' }>['kind'], pick: number): void {
    const items = this.#itemsOf(side);
    const index = pick % Math.max(1, items.length);
    const item = items[index];
    if (kind === 'add' || item === undefined) {
      this.#place(side, undefined, this.#write(`thing ${this.#texts}`));
      return;
    }
    if (kind === 'toggle') {
      this.#toggles.push({ text: item.text, side, epoch: this.#epoch });
      this.#place(side, index, { ...item, completed: !item.completed });
      return;
    }
    this.#standing.delete(item.text);
    if (kind === 'delete') this.#deletions.push({ text: item.text, side, epoch: this.#epoch });
    const next = kind === 'amend' ? `${item.text}!` : `${this.#texts} other words`;
    this.#place(side, index, kind === 'delete' ? undefined : { ...this.#write(next), completed: item.completed });
  }

  /** A text of its own, so that it can be followed. */
  #write(text: string): ItemState {
    const unique = `${text} #${++this.#texts}`;
    this.#standing.add(unique);
    return { text: unique, completed: false };
  }

  #place(side: SideName, index: number | undefined, state: ItemState | undefined): void {
    if (side === 'file') this.#placeInFile(index, state);
    else this.#placeInChannel(index, state);
  }

  #placeInFile(index: number | undefined, state: ItemState | undefined): void {
    const checklist = new Checklist(this.sides.text);
    const line = index === undefined ? undefined : checklist.items[index]?.line;
    if (line !== undefined) this.sides.text = checklist.with(new Map([[line, state]]), []);
    else if (state !== undefined) this.sides.text = checklist.with(new Map(), [state]);
  }

  #placeInChannel(index: number | undefined, state: ItemState | undefined): void {
    const id = index === undefined ? undefined : [...this.sides.items.keys()][index];
    if (state !== undefined) this.sides.put(state, id);
    else if (id !== undefined) this.sides.delete(id);
  }
}
