import { asWritten, limits } from 'botwright';
import type { Text } from './draft.js';

/** An announcement as a message. */
export function asMessage({ title, body }: Text): string {
  return `**${title}**\n\n${body}`;
}

/** Sending puts an invisible character into what looks like a mention: one for each of these signs at the most. */
const signs = /[@＠﹫]/g;

/** A channel in an answer. */
export function channelTag(name: string): string {
  return `#${asWritten(name)}`;
}

/** By how many characters an announcement is longer than a message may be; 0 when it fits. */
export function excessLength(text: Text): number {
  const content = asMessage(text);
  const longest = content.length + (content.match(signs)?.length ?? 0);
  return Math.max(0, longest - limits.messageContentLength.value);
}

/** A title stands on one line. */
export function oneLine(title: string): string {
  return title.replaceAll(/\s+/g, ' ').trim();
}
