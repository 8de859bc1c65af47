import { RequestRejected, type TodoId } from 'botwright';
import { type Braked, brakeOn } from './brake.js';
import { Checklist, type ItemState } from './checklist.js';
import type { ChecklistFile } from './checklist-file.js';
import { ChecklistUnusable } from './errors.js';
import { mergeItem, type Row } from './merge.js';
import { type ChannelItem, findItems, type Link, pairItems } from './pairing.js';

/** The items of one to-do channel. Each call may fail as a call of the service does. */
export interface ChannelSide {
  list(): Promise<ChannelItem[]>;
  add(text: string): Promise<ChannelItem>;
  edit(id: TodoId, text: string): Promise<ChannelItem>;
  setCompleted(id: TodoId, completed: boolean): Promise<ChannelItem>;
  delete(id: TodoId): Promise<void>;
}

/** The links of the last run, in the order of the file's lines. */
export interface SnapshotSide {
  read(): Promise<Link[]>;
  write(links: readonly Link[]): Promise<void>;
}

export interface Sides {
  readonly channel: ChannelSide;
  readonly file: Pick<ChecklistFile, 'path' | 'read' | 'replace'>;
  readonly snapshot: SnapshotSide;
}

/** How one run ended. */
export type Reconciled =
  | {
      readonly outcome: 'done';
      /** The channel had none of the items that were linked, so the sides were linked anew by their texts. */
      readonly beginsAnew: boolean;
      /** Items that were changed, added or deleted in the file. */
      readonly inFile: number;
      readonly inChannel: number;
      /** Texts that both sides had changed; each is kept twice, once a text. */
      readonly conflicts: readonly string[];
      /** What the channel did not take. It is tried again in the next run. */
      readonly failures: readonly unknown[];
      /** The file's text and the links by now. */
      readonly text: string;
      readonly links: readonly Link[];
    }
  | ({ readonly outcome: 'braked' } & Braked)
  /** The file was changed while the run looked at it. Nothing was written. */
  | { readonly outcome: 'overtaken' };

export interface RunOptions {
  /** Lets a run through that deletes or completes more than {@link brakeOn} allows. */
  readonly confirmed: boolean;
  /** Items of the channel that somebody deleted, as events told. */
  readonly deleted: ReadonlySet<TodoId>;
}

/**
 * Brings file and channel together once. The file is written first, then the channel, the snapshot last: a run that is
 * cut off anywhere is found half done by the next one, which recognises by their texts the items it finds on both sides.
 *
 * @throws {ChecklistUnusable} and what `channel.list` throws; nothing was written then.
 */
export async function reconcile(sides: Sides, { confirmed, deleted }: RunOptions): Promise<Reconciled> {
  const { channel, file, snapshot } = sides;
  const known = await snapshot.read();
  const items = await channel.list();
  const beginsAnew = isOtherList(known, items, deleted);
  const links = beginsAnew ? [] : known;
  const source = await file.read();
  refuseVanished(file.path, source, links, items);
  const checklist = new Checklist(source ?? '');
  const rows = pairItems(links, checklist.items, items).flatMap(mergeItem).toSorted(byLine);
  const brake = confirmed ? undefined : brakeOn(rows);
  if (brake !== undefined) return { outcome: 'braked', ...brake };

  const text = textAfter(checklist, rows);
  if (text !== checklist.source && !(await file.replace(source, text))) return { outcome: 'overtaken' };
  const written = await writeChannel(channel, rows);
  if (!areEqual(known, written.links)) await snapshot.write(written.links);
  const inFile = rows.filter(changesFile).length;
  const conflicts = rows.flatMap(({ conflict, line }) => (conflict && line ? [line.text] : []));
  return { outcome: 'done', beginsAnew, inFile, conflicts, text, ...written };
}

/**
 * Whether the channel holds another list than the one that was linked: nothing of that is there, and nobody was heard
 * deleting it. So a list that the service lost, or gave only in part, takes nothing from the file.
 */
function isOtherList(links: readonly Link[], items: readonly ChannelItem[], deleted: ReadonlySet<TodoId>): boolean {
  const itemOf = findItems(items);
  return links.every((link) => itemOf(link) === undefined) && links.some(({ id }) => !deleted.has(id));
}

/** A file that is gone or empty is an accident, not a wish to delete everything. */
function refuseVanished(
  path: string,
  source: string | undefined,
  links: readonly Link[],
  items: readonly ChannelItem[],
): void {
  if (source !== undefined && /\S/.test(source)) return;
  const itemOf = findItems(items);
  if (links.every((link) => itemOf(link) === undefined)) return;
  throw new ChecklistUnusable(path, source === undefined ? 'missing' : 'empty');
}

function byLine(one: Row, other: Row): number {
  return (one.line?.line ?? Number.MAX_SAFE_INTEGER) - (other.line?.line ?? Number.MAX_SAFE_INTEGER);
}

function inFileState({ agreed }: Row): ItemState | undefined {
  return agreed && { text: agreed.fileText, completed: agreed.completed };
}

function textAfter(checklist: Checklist, rows: readonly Row[]): string {
  const wanted = new Map(rows.flatMap((row) => (row.line ? [[row.line.line, inFileState(row)] as const] : [])));
  const added = rows.flatMap((row) => (row.line ? [] : (inFileState(row) ?? [])));
  return checklist.with(wanted, added);
}

function changesFile(row: Row): boolean {
  const wanted = inFileState(row);
  return row.line?.text !== wanted?.text || row.line?.completed !== wanted?.completed;
}

interface ChannelWritten {
  readonly inChannel: number;
  readonly failures: readonly unknown[];
  readonly links: readonly Link[];
}

async function writeChannel(channel: ChannelSide, rows: readonly Row[]): Promise<ChannelWritten> {
  const failures: unknown[] = [];
  const links: (Link | undefined)[] = [];
  let inChannel = 0;
  let stopped = false;
  for (const row of rows) {
    if (!changesChannel(row)) {
      links.push(linkOf(row, row.item));
    } else if (stopped) {
      links.push(row.link);
    } else {
      try {
        links.push(await settle(channel, row));
        inChannel++;
      } catch (failure) {
        // With its old link, the next run finds the same change again.
        links.push(row.link);
        failures.push(failure);
        stopped = !concernsOneItem(failure);
      }
    }
  }
  return { inChannel, failures, links: links.filter((link) => link !== undefined) };
}

function changesChannel({ item, agreed }: Row): boolean {
  return item?.text !== agreed?.channelText || item?.completed !== agreed?.completed;
}

async function settle(channel: ChannelSide, row: Row): Promise<Link | undefined> {
  const { item, agreed } = row;
  if (agreed === undefined) {
    if (item !== undefined) await deleteItem(channel, item.id);
    return undefined;
  }
  let stored = item ?? (await channel.add(agreed.channelText));
  if (item !== undefined && item.text !== agreed.channelText) stored = await channel.edit(item.id, agreed.channelText);
  if (stored.completed !== agreed.completed) stored = await channel.setCompleted(stored.id, agreed.completed);
  return linkOf(row, stored);
}

/** What the channel holds is what counts: the service may have changed the text that it was given. */
function linkOf({ agreed }: Row, stored: ChannelItem | undefined): Link | undefined {
  if (agreed === undefined || stored === undefined) return undefined;
  const { id, createdAt } = stored;
  return { id, createdAt, fileText: agreed.fileText, channelText: stored.text, completed: agreed.completed };
}

async function deleteItem(channel: ChannelSide, id: TodoId): Promise<void> {
  try {
    await channel.delete(id);
  } catch (failure) {
    if (!(failure instanceof RequestRejected && failure.status === 404)) throw failure;
  }
}

const aboutTheWholeChannel: readonly number[] = [401, 403, 429];

/** Whether the other items may still go well: the service looked at this one and did not like it. */
function concernsOneItem(failure: unknown): boolean {
  return failure instanceof RequestRejected && !aboutTheWholeChannel.includes(failure.status);
}

function areEqual(some: readonly Link[], others: readonly Link[]): boolean {
  return JSON.stringify(some) === JSON.stringify(others);
}
