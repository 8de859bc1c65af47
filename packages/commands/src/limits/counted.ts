import type { CommandContext } from '../context.js';
import type { CountedBy } from './rules.js';

/** Who a call is counted for, as a part of a key. */
export function countedFor(context: CommandContext, by: CountedBy): string {
  if (by === 'user') return `user ${context.author.id}`;
  if (by === 'everyone') return 'everyone';
  return by === 'team' && context.inTeam ? `team ${context.teamId}` : `channel ${context.channelId}`;
}
