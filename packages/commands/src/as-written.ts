import { codeSpan } from './code-text.js';

/**
 * Words and their commonest marks: nothing that any Markdown makes a link, a list, a heading, a spoiler or emphasis of,
 * wherever it stands. A full stop between letters would make an address, one behind a first number a list.
 */
const plainWords = /^(?!\d+\.)[\p{L}\p{N}](?:[\p{L}\p{M}\p{N} ,;?!'’-]|\.(?= |$))*(?<! )$/u;

/**
 * Somebody's text, such as a name or a reason, inside a text of the bot's own. It is read as it was written: what could
 * format anything stands as inline code, where a line break becomes a space.
 */
export function asWritten(text: string): string {
  const line = text.replace(/[\r\n]+/g, ' ');
  return plainWords.test(line) ? line : codeSpan(line);
}
