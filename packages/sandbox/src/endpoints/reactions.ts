import type { IncomingHttpHeaders } from 'node:http';
import type { Emoji, EmojiId, TeamId } from '@botwright/protocol';
import { fileUrl } from '../cdn.js';
import { demandRoomFor } from '../changes/files.js';
import { createReaction, deleteReaction, renameReaction } from '../changes/reactions.js';
import { imageTypeOf } from '../image-type.js';
import type { UploadedFile } from '../multipart-body.js';
import { Refusal } from '../refusal.js';
import type { StoredEmoji } from '../world/stored.js';
import { type AnyCall, endpoints } from './endpoint.js';
import { reachTeam, reachTeamByRight } from './reach.js';

/** The service's own bound is unknown. */
const maxEmojiBytes = 256 * 1024;

export const reactionEndpoints = endpoints({
  getCustomReactions(call) {
    const { reactions } = reachTeam(call, call.params.teamId);
    return { reactions: Array.from(reactions.values(), (emoji) => asEmoji(call.headers, emoji)) };
  },

  createCustomReaction(call) {
    const { teamId } = call.params;
    reachTeamByRight(call, teamId);
    demandImage(call.parts.emoji);
    demandRoomFor(call.world, call.parts.emoji);
    return { emoji: asEmoji(call.headers, call.apply(createReaction(teamId, call.caller.id, call.parts))) };
  },

  updateCustomReaction(call) {
    const emoji = reachReaction(call, call.params);
    const rename = renameReaction(call.params.teamId, call.caller.id, emoji, call.body.name);
    return { emoji: asEmoji(call.headers, call.apply(rename)) };
  },

  deleteCustomReaction(call) {
    const { id } = reachReaction(call, call.params);
    call.apply(deleteReaction(call.params.teamId, id));
    return {};
  },
});

function reachReaction(call: AnyCall, { teamId, reactionId }: { teamId: TeamId; reactionId: EmojiId }): StoredEmoji {
  const emoji = reachTeamByRight(call, teamId).reactions.get(reactionId);
  if (!emoji) throw Refusal.unknown('reaction', reactionId);
  return emoji;
}

function asEmoji(headers: IncomingHttpHeaders, { fileName, ...emoji }: StoredEmoji): Emoji {
  return { ...emoji, url: fileUrl(headers, fileName) };
}

function demandImage({ bytes }: UploadedFile): void {
  if (bytes.length > maxEmojiBytes) throw Refusal.bodyTooLarge(maxEmojiBytes);
  if (imageTypeOf(bytes) === undefined) throw Refusal.badInput('emoji must be a PNG, GIF, WebP or JPEG image');
}
