import type { TodoId } from 'botwright';
import type { ChecklistItem, ItemState } from './checklist.js';
import { fitItem } from './item-text.js';

/** An item of the to-do channel. */
export interface ChannelItem extends ItemState {
  readonly id: TodoId;
  readonly createdAt: string;
}

/** What an item was on both sides when they last agreed. The channel's text may be shorter than the file's. */
export interface Link {
  readonly id: TodoId;
  readonly createdAt: string;
  readonly fileText: string;
  readonly channelText: string;
  readonly completed: boolean;
}

/** What is known of one item: how it was, and how it is in the file and in the channel. */
export interface Sighting {
  readonly link?: Link | undefined;
  readonly line?: ChecklistItem | undefined;
  readonly item?: ChannelItem | undefined;
}

/** How much alike two texts have to be for one to be an edit of the other; 1 is the same. */
const leastSimilarity = 0.4;
/** More comparisons than this are not made: what remains counts as deleted and added, which loses nothing. */
const mostComparisons = 10_000;
const comparedCharacters = 256;

/**
 * Finds out which line of the file is which item of the channel. Lines carry no ids, so the surest signs come first:
 * the text that both sides agreed on, the text that the channel has by now, the same text without any link, and at last
 * likeness, between the same neighbours.
 */
export function pairItems(
  links: readonly Link[],
  lines: readonly ChecklistItem[],
  items: readonly ChannelItem[],
): Sighting[] {
  const itemOf = findItems(items);
  const linked = new Set(links.map(itemOf));
  const unlinked = items.filter((item) => !linked.has(item));
  const lineOf: LineOf = new Map();
  const free = new Set(lines);

  const agreed = ({ fileText: text, completed }: Link): ItemState => ({ text, completed });
  const current = (link: Link): ItemState => itemOf(link) ?? agreed(link);
  const alive = links.filter((link) => itemOf(link) !== undefined);
  // Of a link whose item is gone, the line may have become another item already, in a run that was cut off.
  const dead = links.filter((link) => itemOf(link) === undefined);

  matchTexts(alive, agreed, asWritten, free, lineOf);
  matchTexts(alive, current, asSent, free, lineOf);
  matchTexts(unlinked, (item) => item, asSent, free, lineOf);
  matchTexts(dead, agreed, asWritten, free, lineOf);
  matchEdits(links, lines, free, lineOf);

  return [
    ...links.map((link) => ({ link, line: lineOf.get(link), item: itemOf(link) })),
    ...unlinked.map((item) => ({ line: lineOf.get(item), item })),
    ...lines.filter((line) => free.has(line)).map((line) => ({ line })),
  ];
}

/** A service that begins anew, as a sandbox does, gives its ids to other items: those were created at another time. */
export function findItems(items: readonly ChannelItem[]): (link: Link) => ChannelItem | undefined {
  const byId = new Map(items.map((item) => [item.id, item]));
  return ({ id, createdAt }) => {
    const item = byId.get(id);
    return item?.createdAt === createdAt ? item : undefined;
  };
}

type LineOf = Map<Link | ChannelItem, ChecklistItem>;
type TextOf = (line: ChecklistItem) => string;

const asWritten: TextOf = ({ text }) => text;
/** What the channel holds of a line that it took. */
const asSent: TextOf = ({ text }) => fitItem(text);

/** Gives owners the free lines that say the same; of equal ones first those that agree on being done, then in order. */
function matchTexts<Owner extends Link | ChannelItem>(
  owners: readonly Owner[],
  stateOf: (owner: Owner) => ItemState,
  textOf: TextOf,
  free: Set<ChecklistItem>,
  lineOf: LineOf,
): void {
  const withMark = ({ text, completed }: ItemState) => `${completed} ${text}`;
  const withoutMark = ({ text }: ItemState) => text;
  for (const keyOf of [withMark, withoutMark]) {
    const waiting = Map.groupBy(free, (line) => keyOf({ text: textOf(line), completed: line.completed }));
    for (const owner of owners) {
      if (lineOf.has(owner)) continue;
      const line = waiting.get(keyOf(stateOf(owner)))?.shift();
      if (line === undefined) continue;
      lineOf.set(owner, line);
      free.delete(line);
    }
  }
}

/** Gives links the free lines that are like them and stand behind the same neighbour. */
function matchEdits(
  links: readonly Link[],
  lines: readonly ChecklistItem[],
  free: Set<ChecklistItem>,
  lineOf: LineOf,
): void {
  const freeLines = groupBehind(lines, (line) => !free.has(line));
  const lostLinks = groupBehind(links, (link) => lineOf.has(link));
  for (const [neighbour, lost] of lostLinks) {
    const line = neighbour && lineOf.get(neighbour);
    const candidates = freeLines.get(line) ?? [];
    if (candidates.length * lost.length > mostComparisons) continue;
    for (const [link, edited] of mostAlike(lost, candidates)) {
      lineOf.set(link, edited);
      free.delete(edited);
    }
  }
}

/** Groups what is no anchor by the anchor before it. */
function groupBehind<Entry>(entries: readonly Entry[], isAnchor: (entry: Entry) => boolean) {
  const groups = new Map<Entry | undefined, Entry[]>();
  let anchor: Entry | undefined;
  for (const entry of entries) {
    if (isAnchor(entry)) {
      anchor = entry;
      continue;
    }
    const group = groups.get(anchor);
    if (group === undefined) groups.set(anchor, [entry]);
    else group.push(entry);
  }
  return groups;
}

function mostAlike(links: readonly Link[], lines: readonly ChecklistItem[]): [Link, ChecklistItem][] {
  const scored = links.flatMap((link) =>
    lines.map((line) => ({ link, line, score: similarity(beginningOf(link.fileText), beginningOf(line.text)) })),
  );
  const pairs: [Link, ChecklistItem][] = [];
  const taken = new Set<Link | ChecklistItem>();
  for (const { link, line, score } of scored.toSorted((a, b) => b.score - a.score)) {
    if (score < leastSimilarity || taken.has(link) || taken.has(line)) continue;
    taken.add(link).add(line);
    pairs.push([link, line]);
  }
  return pairs;
}

function beginningOf(text: string): string {
  return text.slice(0, comparedCharacters);
}

/** Dice's coefficient over pairs of neighbouring characters: from 0, nothing in common, to 1. */
function similarity(one: string, other: string): number {
  const counts = new Map<string, number>();
  for (const pair of characterPairs(one)) counts.set(pair, (counts.get(pair) ?? 0) + 1);
  let common = 0;
  for (const pair of characterPairs(other)) {
    const count = counts.get(pair) ?? 0;
    if (count > 0) common++;
    counts.set(pair, count - 1);
  }
  return (2 * common) / (one.length + other.length - 2 || 1);
}

function characterPairs(text: string): string[] {
  return Array.from({ length: text.length - 1 }, (_, index) => text.slice(index, index + 2));
}
