import type { ChecklistItem, ItemState } from './checklist.js';
import { fitItem } from './item-text.js';
import type { ChannelItem, Link, Sighting } from './pairing.js';

/** What an item is to be on both sides; the texts differ where the channel takes no text of that length. */
interface Agreement {
  readonly fileText: string;
  readonly channelText: string;
  readonly completed: boolean;
}

/** One item and what becomes of it: `agreed` undefined means that both sides lose it. */
export interface Row extends Sighting {
  readonly agreed: Agreement | undefined;
  /** Both sides had changed the text, so each text got an item of its own. */
  readonly conflict?: true;
}

/**
 * Merges one item three ways. What one side alone changed is copied, what both changed alike stays. Where both changed
 * the text, both texts are kept, as two items. An item that one side deleted goes, unless the other side changed it.
 * Without a link there is nothing to compare with, and done on either side means done.
 */
export function mergeItem(sighting: Sighting): Row[] {
  const { link, line, item } = sighting;
  if (line === undefined && item === undefined) return [];
  if (line === undefined || item === undefined) return [mergeOneSided(sighting)];
  if (link === undefined) {
    const completed = line.completed || item.completed;
    return [{ ...sighting, agreed: { fileText: line.text, channelText: item.text, completed } }];
  }
  return mergeLinked(link, line, item);
}

function mergeOneSided({ link, line, item }: Sighting): Row {
  const untouched = link !== undefined && !(line && lineChanged(link, line)) && !(item && itemChanged(link, item));
  return { link, line, item, agreed: untouched ? undefined : agreedOnOne(line, item) };
}

function agreedOnOne(line: ChecklistItem | undefined, item: ChannelItem | undefined): Agreement | undefined {
  return line ? agreedByFile(line) : item && agreedByChannel(item);
}

function mergeLinked(link: Link, line: ChecklistItem, item: ChannelItem): Row[] {
  const textInFile = line.text !== link.fileText;
  const textInChannel = item.text !== link.channelText;
  if (textInFile && textInChannel && fitItem(line.text) !== item.text) {
    return [
      { line, agreed: agreedByFile(line), conflict: true },
      { link, item, agreed: agreedByChannel(item), conflict: true },
    ];
  }
  const completed = line.completed === link.completed ? item.completed : line.completed;
  return [{ link, line, item, agreed: { ...agreedText(link, line, item), completed } }];
}

function agreedText(link: Link, line: ChecklistItem, item: ChannelItem): Omit<Agreement, 'completed'> {
  if (line.text !== link.fileText) return { fileText: line.text, channelText: fitItem(line.text) };
  if (item.text !== link.channelText) return { fileText: item.text, channelText: item.text };
  return { fileText: line.text, channelText: item.text };
}

function lineChanged({ fileText, completed }: Link, line: ItemState): boolean {
  return line.text !== fileText || line.completed !== completed;
}

function itemChanged({ channelText, completed }: Link, item: ItemState): boolean {
  return item.text !== channelText || item.completed !== completed;
}

function agreedByFile({ text, completed }: ChecklistItem): Agreement {
  return { fileText: text, channelText: fitItem(text), completed };
}

function agreedByChannel({ text, completed }: ChannelItem): Agreement {
  return { fileText: text, channelText: text, completed };
}
