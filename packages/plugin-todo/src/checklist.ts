import { oneLine } from './item-text.js';

/** What both sides know about an item. */
export interface ItemState {
  readonly text: string;
  readonly completed: boolean;
}

/** A line of a checklist that is an item. */
export interface ChecklistItem extends ItemState {
  /** Index among the lines of the text that it was read from. */
  readonly line: number;
}

interface ItemLine {
  /** Indentation, bullet and the opening bracket. */
  readonly before: string;
  readonly mark: string;
  /** The closing bracket and the space behind it. */
  readonly between: string;
  readonly text: string;
  /** White space at the end, where two spaces have a meaning. */
  readonly after: string;
}

const itemShape = /^(\s*[-*+][ \t]+\[)([ xX])(\][ \t]+)(\S.*)$/su;
const lineShape = /([^\r\n]*)(\r\n|\n|\r|$)/g;
const fenceShape = /^ {0,3}(`{3,}|~{3,})/;
const indentedLine = /^[ \t]+\S/;
const endsWithLineBreak = /[\r\n]$/;

/** A Markdown text with `- [ ]` items, which can be changed item by item. Everything else stays as it is, byte for byte. */
export class Checklist {
  readonly #lines: readonly string[];
  readonly items: readonly ChecklistItem[];

  constructor(readonly source: string) {
    this.#lines = splitLines(source);
    this.items = readItems(this.#lines);
  }

  /**
   * The text after some changes.
   *
   * @param wanted - what becomes of items, by their line: `undefined` takes the line away. Items without an entry stay.
   * @param added - items that come behind the last one, in the style of those that are there.
   */
  with(wanted: ReadonlyMap<number, ItemState | undefined>, added: readonly ItemState[]): string {
    const lines = [...this.#lines];
    insertItems(lines, this.items, added);
    const changed = lines.map((line, index) => {
      if (!wanted.has(index)) return line;
      const state = wanted.get(index);
      return state === undefined ? '' : rewriteLine(line, state);
    });
    return changed.join('');
  }
}

/** Lines with what ends them; the last may lack it. */
function splitLines(source: string): string[] {
  return [...source.matchAll(lineShape)].map(([line]) => line).filter((line) => line !== '');
}

function readItems(lines: readonly string[]): ChecklistItem[] {
  const items: ChecklistItem[] = [];
  let fence: string | undefined;
  let examples: ChecklistItem[] = [];
  for (const [line, written] of lines.entries()) {
    const found = itemsIn(written, line);
    if (fence === undefined) {
      fence = fenceShape.exec(written)?.[1];
      items.push(...found);
    } else if (closesFence(fence, written)) {
      fence = undefined;
      examples = [];
    } else {
      examples.push(...found);
    }
  }
  // A fence that is never closed is half written: the items below it must not look as if somebody had deleted them.
  return [...items, ...examples];
}

function itemsIn(written: string, line: number): ChecklistItem[] {
  const item = readLine(written);
  return item === undefined ? [] : [{ line, text: oneLine(item.text), completed: item.mark !== ' ' }];
}

function closesFence(open: string, line: string): boolean {
  return line.trim().startsWith(open) && fenceShape.exec(line)?.[1] === line.trim();
}

function readLine(line: string): ItemLine | undefined {
  const [, before, mark, between, rest] = itemShape.exec(line) ?? [];
  if (before === undefined || mark === undefined || between === undefined || rest === undefined) return undefined;
  const text = rest.trimEnd();
  return { before, mark, between, text, after: rest.slice(text.length) };
}

function rewriteLine(line: string, { text, completed }: ItemState): string {
  const item = readLine(line);
  if (item === undefined) return line;
  const wasCompleted = item.mark !== ' ';
  const mark = completed === wasCompleted ? item.mark : markOf(completed);
  return item.before + mark + item.between + (oneLine(item.text) === text ? item.text : text) + item.after;
}

function markOf(completed: boolean): string {
  return completed ? 'x' : ' ';
}

function insertItems(lines: string[], items: readonly ChecklistItem[], added: readonly ItemState[]): void {
  if (added.length === 0) return;
  const place = placeBehind(lines, items);
  const lineBreak = lineBreakOf(lines);
  const bullet = bulletOf(lines, items);
  const written = added.map(({ text, completed }) => `${bullet}${markOf(completed)}] ${text}${lineBreak}`);
  const above = lines[place - 1];
  if (above !== undefined && !endsWithLineBreak.test(above)) {
    // The file ends without a line break, and goes on doing so.
    lines[place - 1] = above + lineBreak;
    written.push((written.pop() ?? '').slice(0, -lineBreak.length));
  }
  lines.splice(place, 0, ...written);
}

/** Behind the last item and what belongs to it: indented lines, whole code blocks. At the end where there is no item. */
function placeBehind(lines: readonly string[], items: readonly ChecklistItem[]): number {
  const last = items.at(-1);
  if (last === undefined) return lines.length;
  const below = lines.slice(last.line + 1);
  let fence: string | undefined;
  for (const [index, line] of below.entries()) {
    if (fence !== undefined) fence = closesFence(fence, line) ? undefined : fence;
    else if (!indentedLine.test(line)) return last.line + 1 + index;
    else fence = fenceShape.exec(line)?.[1];
  }
  return lines.length;
}

function lineBreakOf(lines: readonly string[]): string {
  return /(?:\r\n|\n|\r)$/.exec(lines[0] ?? '')?.[0] ?? '\n';
}

/** Indentation and bullet of the item that stands least far in, without a byte order mark. */
function bulletOf(lines: readonly string[], items: readonly ChecklistItem[]): string {
  const bullets = items.map(({ line }) => (readLine(lines[line] ?? '')?.before ?? '').replace('\ufeff', ''));
  return bullets.reduce((least, bullet) => (indentOf(bullet) < indentOf(least) ? bullet : least), bullets[0] ?? '- [');
}

function indentOf(bullet: string): number {
  return bullet.length - bullet.trimStart().length;
}
