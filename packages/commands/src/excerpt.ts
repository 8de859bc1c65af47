import { codeBlock, neutralise } from './code-text.js';

const charactersBefore = 50;
const charactersShown = 80;

/**
 * The line of a text that holds a place, with carets under the place, as a code block. A long line is cut around it.
 * Wide characters are counted as one column.
 */
export function excerpt(text: string, place: { readonly start: number; readonly end: number }): string {
  const lineStart = text.lastIndexOf('\n', place.start - 1) + 1;
  const lineBreak = text.indexOf('\n', place.start);
  const lineEnd = lineBreak < 0 ? text.length : lineBreak;
  const start = Math.max(lineStart, place.start - charactersBefore);
  const end = Math.min(lineEnd, start + charactersShown);
  const before = (start > lineStart ? '…' : '') + text.slice(start, place.start);
  const marked = text.slice(place.start, Math.min(place.end, end));
  const after = text.slice(place.start + marked.length, end) + (end < lineEnd ? '…' : '');
  // A missing argument has no place of its own; it belongs behind a space.
  const gap = place.start === place.end ? 1 : 0;
  const carets = ' '.repeat(columns(before) + gap) + '^'.repeat(Math.max(1, columns(marked)));
  return codeBlock(before + marked + after, carets);
}

function columns(text: string): number {
  return [...neutralise(text)].length;
}
