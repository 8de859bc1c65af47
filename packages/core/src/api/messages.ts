import type { ChannelId, EmojiId, Message, MessageChange, MessageDraft, MessageId } from '@botwright/protocol';
import { endpoints } from '@botwright/protocol/facts';
import type { Rest } from '../rest/rest.js';
import type { CallOptions } from './call-options.js';
import { type HistoryRange, readHistory } from './history.js';
import { type AllowedMentions, withInertMentions } from './mentions.js';
import { findByNonce } from './message-search.js';

/** How a message goes out. */
export interface MessageOptions extends CallOptions {
  /** Who may be notified. Default: nobody; what looks like a mention then stays text. */
  readonly allowMentions?: AllowedMentions | undefined;
}

/** Which part of a channel's history to list. */
export interface MessagePage {
  /** From 1 to 50, 15 without it (observed). */
  readonly limit?: number | undefined;
  /** How many of the newest to skip, 0 without it (observed). */
  readonly offset?: number | undefined;
}

/** Messages of channels. */
export class Messages {
  constructor(private readonly rest: Rest) {}

  /**
   * Sends a message to a channel. Messages that are sent to one channel with one priority arrive in the order of the
   * calls.
   *
   * Mentions in the content and in embeds notify nobody unless `allowMentions` says so: each one that is not allowed
   * gets an invisible character, which counts towards the length. `draft.mentions` keeps only those who are allowed.
   *
   * @param draft - `content` of at most 2000 characters, 5 embeds, 5 attachments (stated); one of them has to hold
   * something (inferred).
   * @returns The stored message; `createdAt` comes as ISO 8601 in UTC with milliseconds (stated).
   * @throws {RequestRejected} 403 without the right to write there, 404 without such a channel (both inferred).
   * @throws {OutcomeUnknown} when the message may have been stored all the same. Each message goes out with a nonce, one
   * of its own unless the draft has one: where the answer got lost the channel is searched for it, so that the message is
   * stored once at most, and this is thrown only when the search does not tell.
   */
  async create(channelId: ChannelId, draft: MessageDraft, options: MessageOptions = {}): Promise<Message> {
    this.rest.admit(endpoints.createChannelMessage);
    const { nonces } = this.rest;
    const nonce = draft.nonce ?? nonces.next();
    const body = { ...withInertMentions(draft, options.allowMentions), nonce };
    const { signal, priority } = options;
    const input = { params: { channelId }, body, signal, priority };
    const { message } = await this.rest.begin(endpoints.createChannelMessage, input, {
      nonce,
      channelId,
      find: (elapsedMs, lookSignal) => findByNonce(this, { channelId, nonce, elapsedMs, priority, signal: lookSignal }),
    });
    nonces.cameBack(nonce, message.nonce);
    return message;
  }

  /**
   * Reads one message (stated).
   * @throws {RequestRejected} 403 without a view of the channel, 404 without such a message (both inferred).
   */
  async get(channelId: ChannelId, messageId: MessageId, options: CallOptions = {}): Promise<Message> {
    const params = { channelId, messageId };
    const answer = await this.rest.begin(endpoints.getChannelMessageById, { params, ...options });
    return answer.message;
  }

  /**
   * Lists messages of a channel, the newest first (inferred): sort by `createdAt` where order matters.
   * @throws {RequestRejected} 403 without the right to see the history, 404 without such a channel (both inferred).
   */
  async list(channelId: ChannelId, page: MessagePage = {}, options: CallOptions = {}): Promise<Message[]> {
    const input = { params: { channelId }, query: { ...page }, ...options };
    const answer = await this.rest.begin(endpoints.getChannelMessages, input);
    return answer.messages;
  }

  /**
   * Changes a message of one's own; what the change leaves out stays (stated). Mentions are treated as in `create`.
   * @param change - `content` of at most 2000 characters, 5 embeds (stated).
   * @throws {RequestRejected} 403 for somebody else's message, 404 without such a message (both inferred).
   */
  async edit(
    channelId: ChannelId,
    messageId: MessageId,
    change: MessageChange,
    options: MessageOptions = {},
  ): Promise<Message> {
    const params = { channelId, messageId };
    const body = withInertMentions(change, options.allowMentions);
    const { signal, priority } = options;
    const answer = await this.rest.begin(endpoints.updateChannelMessage, { params, body, signal, priority });
    return answer.message;
  }

  /**
   * Deletes a message: one's own, or any with the right to manage messages (inferred).
   * @throws {RequestRejected} 403 without that right, 404 without such a message (both inferred).
   */
  async delete(channelId: ChannelId, messageId: MessageId, options: CallOptions = {}): Promise<void> {
    const params = { channelId, messageId };
    await this.rest.begin(endpoints.deleteChannelMessage, { params, ...options });
  }

  /**
   * Goes through the history of a channel, the newest message first (the order is inferred), a call a page, as far as it
   * is asked to: `for await (const message of api.messages.history(channelId))`.
   *
   * The service pages by offset (observed): a message that moves to the next page because another arrives is not given
   * twice, but one that moves up because another is deleted meanwhile can be missed.
   *
   * @throws {OptionInvalid} when `before` is no moment.
   * @throws {RequestRejected} 403 without the right to see the history, 404 without such a channel (both inferred).
   */
  history(channelId: ChannelId, range: HistoryRange = {}, options: CallOptions = {}): AsyncGenerator<Message, void> {
    return readHistory((page) => this.list(channelId, page, options), range);
  }

  /**
   * Reacts to a message (stated).
   * @param emojiId - The id of a custom reaction, or a Unicode emoji where the service takes one (inferred).
   * @throws {RequestRejected} 403 without a view of the channel, 404 without such a message or reaction (both inferred).
   */
  async react(channelId: ChannelId, messageId: MessageId, emojiId: EmojiId, options: CallOptions = {}): Promise<void> {
    const params = { channelId, messageId, emojiId };
    await this.rest.begin(endpoints.reactToMessage, { params, ...options });
  }

  /**
   * Takes the bot's own reaction back (stated; that it is the bot's own is inferred).
   * @throws {RequestRejected} as in `react`.
   */
  async unreact(
    channelId: ChannelId,
    messageId: MessageId,
    emojiId: EmojiId,
    options: CallOptions = {},
  ): Promise<void> {
    const params = { channelId, messageId, emojiId };
    await this.rest.begin(endpoints.deleteReactionFromMessage, { params, ...options });
  }
}
