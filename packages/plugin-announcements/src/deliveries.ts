import type { ChannelId, TeamId } from 'botwright';

/** One place where an announcement stands. */
export interface Post {
  readonly kind: 'announcement' | 'message';
  readonly channelId: ChannelId;
  readonly channelName: string;
  /** Of the announcement or the message. */
  readonly id: string;
}

/** All places where one announcement stands. */
export interface Delivery {
  readonly teamId: TeamId;
  readonly posts: readonly Post[];
}

const mostKept = 500;

/** What was sent since the bot was started, the latest 500: the service does not know which messages belong together. */
export class Deliveries {
  readonly #kept = new Set<Delivery>();

  add(delivery: Delivery): void {
    this.#kept.add(delivery);
    const [oldest] = this.#kept;
    if (this.#kept.size > mostKept && oldest !== undefined) this.#kept.delete(oldest);
  }

  /** The delivery that put this announcement or message where it stands. */
  find(teamId: TeamId, postId: string): Delivery | undefined {
    return [...this.#kept].find((it) => it.teamId === teamId && it.posts.some(({ id }) => id === postId));
  }

  /** Keeps only these posts of a delivery: the others do not stand any more. */
  keep(delivery: Delivery, posts: readonly Post[]): void {
    this.#kept.delete(delivery);
    if (posts.length > 0) this.add({ ...delivery, posts });
  }
}
