import { asWritten } from 'botwright';
import type { Refusal } from './judgement.js';

/** What a moderator reads when an act is refused; `verb` is what the command does, `username` whom it was to hit. */
export function explainRefusal(refusal: Refusal, verb: string, username: string): string {
  const name = asWritten(username);
  switch (refusal) {
    case 'self':
      return `You cannot ${verb} yourself.`;
    case 'bot':
      return `I will not ${verb} myself.`;
    case 'owner':
      return `${name} owns this team; nobody can ${verb} the owner.`;
    case 'not-below-actor':
      return `${name} does not stand below you: the highest role of whom you ${verb} must be lower than yours.`;
    case 'not-below-bot':
      return `${name} does not stand below me. Move my role above the highest role of ${name}, then try again.`;
  }
}
