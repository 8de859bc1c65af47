import type { CommandContext } from '../context.js';
import { en, type Texts } from './en.js';

/** The texts of a call; a context that somebody made by hand, to try a type, may lack them. */
export function textsOf(context: Partial<Pick<CommandContext, 'texts'>>): Texts {
  return context.texts ?? en;
}
