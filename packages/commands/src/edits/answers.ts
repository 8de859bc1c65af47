import { type Api, type MessageOptions, RequestRejected } from '@botwright/core';
import type { ChannelId, Message, MessageDraft, MessageId } from '@botwright/protocol';

/** Told after each answer which messages answer a call by now. */
export type AnswerListener = (answers: readonly MessageId[]) => void | Promise<void>;

/** The answers of one run of a call. Those of the run before, if there was one, are changed instead of adding new ones. */
export class Answers {
  readonly #given: MessageId[] = [];
  readonly #earlier: MessageId[];
  #areNoted = true;

  constructor(
    private readonly api: Api,
    private readonly channelId: ChannelId,
    earlier: readonly MessageId[],
    private readonly changed: AnswerListener | undefined,
  ) {
    this.#earlier = [...earlier];
  }

  /** Those of this run, and those of the run before that nothing replaced yet. */
  get ids(): readonly MessageId[] {
    return [...this.#given, ...this.#earlier];
  }

  get hasEarlier(): boolean {
    return this.#earlier.length > 0;
  }

  /** Notes no further answers of this run. */
  forget(): void {
    this.#areNoted = false;
  }

  /** Sends an answer, as a change of an earlier one where there is one that can be changed. */
  deliver(draft: MessageDraft, options: MessageOptions): Promise<Message> {
    if (this.#areNoted || this.hasEarlier) return this.#deliverNoted(draft, options);
    return this.api.messages.create(this.channelId, draft, options);
  }

  async #deliverNoted(draft: MessageDraft, options: MessageOptions): Promise<Message> {
    const message =
      (await this.#replace(draft, options)) ?? (await this.api.messages.create(this.channelId, draft, options));
    this.#given.push(message.id);
    await this.changed?.(this.ids);
    return message;
  }

  /** Deletes what is left of the run before. */
  async finish(): Promise<void> {
    const left = this.#earlier.splice(0);
    for (const id of left) await deleteAnswer(this.api, this.channelId, id);
    if (left.length > 0) await this.changed?.(this.ids);
  }

  async #replace(draft: MessageDraft, options: MessageOptions): Promise<Message | undefined> {
    const [earlier] = this.#earlier;
    // A change cannot bring attachments.
    if (earlier === undefined || (draft.attachments ?? []).length > 0) return undefined;
    this.#earlier.shift();
    const change = { content: draft.content ?? null, embeds: draft.embeds ?? [] };
    try {
      return await this.api.messages.edit(this.channelId, earlier, change, options);
    } catch (error) {
      if (error instanceof RequestRejected) return undefined;
      throw error;
    }
  }
}

/** Deletes an answer; one that is gone already does no harm. */
export async function deleteAnswer(api: Api, channelId: ChannelId, id: MessageId): Promise<void> {
  try {
    await api.messages.delete(channelId, id);
  } catch (error) {
    if (!(error instanceof RequestRejected)) throw error;
  }
}
