import { mentionPattern, type UserId } from '@botwright/protocol';
import type { MessageChannel } from '../world/message-channel.js';
import { existing, type WorldView } from '../world/state.js';

/** Those of a channel's people whom a text mentions, or who are named beside it, each once. */
export function mentionedIn(
  world: WorldView,
  channel: MessageChannel,
  content: string | null | undefined,
  named: readonly UserId[] = [],
): UserId[] {
  const people = new Set(peopleOf(world, channel));
  const inContent = Array.from((content ?? '').matchAll(mentionPattern), (match) => match[1] ?? '');
  return [...new Set([...inContent, ...named])].filter((userId) => people.has(userId));
}

function peopleOf(world: WorldView, { id, teamId }: MessageChannel): Iterable<UserId> {
  if (teamId === null) return existing(world.directMessages, id).users;
  return existing(world.teams, teamId).members.keys();
}
