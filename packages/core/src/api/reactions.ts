import type { Emoji, EmojiId, TeamId } from '@botwright/protocol';
import { endpoints } from '@botwright/protocol/facts';
import { type FileDetails, type FileSource, fileToSend } from '../rest/file-to-send.js';
import type { Rest } from '../rest/rest.js';
import type { CallOptions, UploadOptions } from './call-options.js';

/** A custom reaction to be: its name and its image. */
export interface ReactionDraft extends Omit<FileDetails, 'name'> {
  readonly name: string;
  /** As in `attachments.upload`. */
  readonly image: FileSource;
  /** The name of the image's file. */
  readonly fileName?: string | undefined;
}

/** Custom reactions of teams. `messages.react` uses one. */
export class Reactions {
  constructor(private readonly rest: Rest) {}

  /**
   * Lists the custom reactions of a team (observed).
   * @throws {RequestRejected} 404 without such a team (inferred).
   */
  async list(teamId: TeamId, options: CallOptions = {}): Promise<Emoji[]> {
    const answer = await this.rest.begin(endpoints.getCustomReactions, { params: { teamId }, ...options });
    return answer.reactions;
  }

  /**
   * Creates a custom reaction (observed). The image is sent as `attachments.upload` sends a file.
   * @throws {FileUnreadable} as in `attachments.upload`.
   * @throws {RequestRejected} 403 without MANAGE_TEAM, 404 without such a team (both inferred).
   */
  async create(teamId: TeamId, draft: ReactionDraft, options: UploadOptions = {}): Promise<Emoji> {
    const { name, image, fileName, ...details } = draft;
    const emoji = fileToSend(image, { ...details, name: fileName });
    const input = { params: { teamId }, parts: { name, emoji }, ...options };
    const answer = await this.rest.begin(endpoints.createCustomReaction, input);
    return answer.emoji;
  }

  /**
   * Gives a custom reaction another name (observed).
   * @throws {RequestRejected} 403 without MANAGE_TEAM, 404 without such a reaction (both inferred).
   */
  async rename(teamId: TeamId, reactionId: EmojiId, name: string, options: CallOptions = {}): Promise<void> {
    const params = { teamId, reactionId };
    await this.rest.begin(endpoints.updateCustomReaction, { params, body: { name }, ...options });
  }

  /**
   * Deletes a custom reaction (observed).
   * @throws {RequestRejected} 403 without MANAGE_TEAM, 404 without such a reaction (both inferred).
   */
  async delete(teamId: TeamId, reactionId: EmojiId, options: CallOptions = {}): Promise<void> {
    const params = { teamId, reactionId };
    await this.rest.begin(endpoints.deleteCustomReaction, { params, ...options });
  }
}
