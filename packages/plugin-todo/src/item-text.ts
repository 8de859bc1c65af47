import { limits } from 'botwright';

const lineBreak = /[\n\v\f\r\u0085\u2028\u2029]/;
const blank = '(blank)';
const cutMark = '…';

/** An item's text as one line holds it: trimmed, a space for each line break, and a word where nothing can be seen. */
export function oneLine(text: string): string {
  const parts = text.split(lineBreak).map((part) => part.trim());
  return parts.filter((part) => part !== '').join(' ') || blank;
}

/** A text as long as the service takes it (observed in one client); what is cut off is marked, and no character halved. */
export function fitItem(text: string): string {
  const most = limits.todoContentLength.value;
  if (text.length <= most) return text;
  const kept = text.slice(0, most - cutMark.length);
  return kept.replace(/[\ud800-\udbff]$/, '') + cutMark;
}
