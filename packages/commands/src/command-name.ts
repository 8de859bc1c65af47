import { CommandInvalid } from './errors.js';
import { nameWords } from './names.js';

/**
 * Reads the name of a command, an alias or a group.
 *
 * @returns Its words in the form in which they are compared, with one space between.
 * @throws {CommandInvalid} when a word of it is blank.
 */
export function readCommandName(owner: string, name: string): string {
  const words = nameWords(name);
  if (words.length === 0 || words.includes('')) {
    throw new CommandInvalid(owner, `has the name ${JSON.stringify(name)}. Give one or more words that can be seen.`);
  }
  return words.join(' ');
}
