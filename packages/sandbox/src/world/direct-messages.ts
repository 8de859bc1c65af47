import type { DirectMessage } from '@botwright/protocol';
import { existing, type WorldView } from './state.js';
import type { StoredDirectMessage } from './stored.js';
import { asMessage } from './views.js';

export function asDirectMessage(world: WorldView, stored: StoredDirectMessage): DirectMessage {
  const last = [...existing(world.messages, stored.channelId).values()].at(-1);
  return { ...stored, lastMessage: last ? asMessage(world, last) : null };
}
