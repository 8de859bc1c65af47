import { limits } from '@botwright/protocol/facts';

/** Sending puts an invisible character into each mention; this much room is kept for those. */
const roomForDefusing = 100;
const longest = limits.messageContentLength.value - roomForDefusing;

/** As many of the parts, from the first, as one message holds; a part is never cut, and one that is too long is left out. */
export function fitParts(parts: readonly string[], separator: string): string {
  let text = '';
  for (const part of parts) {
    const longer = text === '' ? part : `${text}${separator}${part}`;
    if (longer.length <= longest) text = longer;
  }
  return text;
}

/** As many of the lines as one message holds beside head and foot, and how many were left out. */
export function fitLines(head: string, lines: readonly string[], foot: string): string {
  const kept: string[] = [];
  let length = head.length + foot.length + '\n… and 00000 more\n\n\n'.length;
  for (const line of lines) {
    length += line.length + 1;
    if (length > longest) break;
    kept.push(line);
  }
  const left = lines.length - kept.length;
  const more = left > 0 ? [`… and ${left} more`] : [];
  return [head, [...kept, ...more].join('\n'), foot].filter((part) => part !== '').join('\n\n');
}
