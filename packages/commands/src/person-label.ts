import type { User } from '@botwright/protocol';
import { codeSpan } from './code-text.js';

const longestName = 60;

/**
 * Somebody in a text of the bot's own, above all in a question that has consequences: `name (id)`, as code. The name
 * shows what is invisible in it and cannot format, link or turn the direction of reading; the id tells apart two whose
 * names only look alike.
 */
export function personLabel({ username, id }: Pick<User, 'username' | 'id'>): string {
  const name = username.length > longestName ? `${username.slice(0, longestName)}…` : username;
  return codeSpan(`${name} (${id})`);
}
