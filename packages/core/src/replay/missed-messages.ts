import type { Message } from '@botwright/protocol';

/** Which messages of a channel were missed. */
export interface Missed {
  /** The oldest first. */
  readonly messages: readonly Message[];
  /** Set when there is more than may be brought. */
  readonly shortfall: string | undefined;
}

export interface MissedScope {
  /** Whether the bot heard all that was said in the channel, from some message that is known until the gap. */
  readonly heardUntilGap: boolean;
  /** Moments as ISO 8601. By their dates, messages from then on were missed. */
  readonly from: string;
  /** Nothing older is wanted; undefined where nothing that was missed can be too old. */
  readonly notBefore: string | undefined;
  /** No honest date is later. */
  readonly latest: string;
  /** How many messages may be brought, as of now. */
  readonly most: () => number;
}

/** After so many in a row that by their dates were not missed, or are too old, no more are read. */
const patience = 10;
/** The same in a channel where a message that is known should come, and nothing before it can be too old: ten pages. */
const longPatience = 500;

/**
 * Picks what was missed out of a channel's messages, which it takes the newest first, as the service lists them.
 *
 * Whoever sets a clock wrongly, the service itself for a while included, must not hide what others said. So the list
 * decides, not the dates: whatever stands above a message that is known was missed. Dates decide in two cases only. Where
 * nothing was heard, what stands above a message that was missed by its date was missed as well. And a known message with
 * a date that is still to come ends nothing: a service that sorts by date keeps it on top of all that is said after it.
 */
export class MissedMessages {
  readonly #found: Message[] = [];
  /** So many of those found were missed and are wanted. */
  #wanted = 0;
  /** So many of those found stand above a message that is known. */
  #aboveKnown: number | undefined;
  /** The date of the known message that ends the list; others of that very moment may have come after it. */
  #end: string | undefined;
  #hasMore = false;

  constructor(private readonly scope: MissedScope) {}

  /** Takes the next message. Returns whether more are to be read. */
  take(message: Message, isKnown: boolean): boolean {
    if (this.#end !== undefined && message.createdAt !== this.#end) return false;
    if (!isKnown) return this.#find(message);
    this.#meet(message);
    return true;
  }

  get result(): Missed {
    const messages = this.#found.slice(0, this.#wanted).reverse();
    if (this.#hasMore) return { messages, shortfall: 'there are more messages than may be brought' };
    return { messages, shortfall: this.#leavesOut ? 'what is older is not wanted any more' : undefined };
  }

  #find(message: Message): boolean {
    const { notBefore, most } = this.scope;
    const isWanted = this.#isMissed(message) && message.createdAt >= (notBefore ?? '');
    if (this.#found.length >= most()) {
      this.#hasMore = isWanted || (notBefore === undefined && this.#aboveKnown === undefined);
      return false;
    }
    this.#found.push(message);
    if (isWanted) this.#wanted = this.#found.length;
    return this.#found.length - this.#wanted < (notBefore === undefined ? longPatience : patience);
  }

  #meet({ createdAt }: Message): void {
    this.#aboveKnown = this.#found.length;
    if (this.scope.notBefore === undefined) this.#wanted = this.#found.length;
    if (createdAt <= this.scope.latest) this.#end = createdAt;
  }

  /** By its date. */
  #isMissed({ createdAt }: Message): boolean {
    if (this.scope.heardUntilGap && this.#end !== undefined) return true;
    return createdAt >= this.scope.from && (this.#aboveKnown === undefined || createdAt <= this.scope.latest);
  }

  get #leavesOut(): boolean {
    const { heardUntilGap, notBefore } = this.scope;
    if (notBefore === undefined) return false;
    if (heardUntilGap && (this.#aboveKnown ?? 0) > this.#wanted) return true;
    return this.#found.slice(this.#wanted).some((message) => this.#isMissed(message));
  }
}
