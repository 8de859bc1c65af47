import type { EmojiId, TeamId, UserId } from '@botwright/protocol';
import type { UploadedFile } from '../multipart-body.js';
import type { Change } from '../world/change.js';
import { existing } from '../world/state.js';
import type { StoredEmoji } from '../world/stored.js';
import { keepFile } from './files.js';

export function createReaction(
  teamId: TeamId,
  createdBy: UserId,
  { name, emoji: image }: { readonly name: string; readonly emoji: UploadedFile },
): Change<StoredEmoji> {
  return (state, stamp) => {
    const emoji: StoredEmoji = {
      id: stamp.identities.id(),
      name,
      createdBy,
      updatedBy: null,
      updatedAt: null,
      fileName: keepFile(state, stamp, image),
      createdAt: stamp.now(),
    };
    existing(state.teams, teamId).reactions.set(emoji.id, emoji);
    return { answer: emoji, events: [] };
  };
}

export function renameReaction(
  teamId: TeamId,
  updatedBy: UserId,
  before: StoredEmoji,
  name: string,
): Change<StoredEmoji> {
  return (state, stamp) => {
    const emoji = { ...before, name, updatedBy, updatedAt: stamp.now() };
    existing(state.teams, teamId).reactions.set(emoji.id, emoji);
    return { answer: emoji, events: [] };
  };
}

/** The image stays: messages may show it still. */
export function deleteReaction(teamId: TeamId, emojiId: EmojiId): Change<void> {
  return (state) => {
    existing(state.teams, teamId).reactions.delete(emojiId);
    return { answer: undefined, events: [] };
  };
}
