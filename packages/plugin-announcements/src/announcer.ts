import { Api, BotwrightError, Client, inject, RequestRejected } from 'botwright';
import type { Post } from './deliveries.js';
import type { Target, Text } from './draft.js';
import { asMessage } from './rendering.js';

/** How it went at one place. */
export type Outcome<Place> =
  | { readonly place: Place; readonly ok: true; readonly post: Post }
  | { readonly place: Place; readonly ok: false; readonly reason: string };

/** Puts announcements where they are to stand, and takes them away again. */
export class Announcer {
  constructor(
    @inject(Api) private readonly api: Api,
    @inject(Client) private readonly client: Client,
  ) {}

  /**
   * Sends to one target after the other; that one fails keeps none of the others from being sent to.
   *
   * @param pingIn - The only target whose announcement pings everybody; undefined when none does.
   */
  async send(text: Text, targets: readonly Target[], pingIn: Target | undefined): Promise<Outcome<Target>[]> {
    const outcomes: Outcome<Target>[] = [];
    for (const target of targets) {
      outcomes.push(await this.#attempt(target, () => this.#sendTo(target, text, target === pingIn)));
    }
    return outcomes;
  }

  /** Deletes one post after the other. One that is gone already counts as deleted. */
  async delete(posts: readonly Post[]): Promise<Outcome<Post>[]> {
    const outcomes: Outcome<Post>[] = [];
    for (const post of posts) outcomes.push(await this.#attempt(post, () => this.#remove(post)));
    return outcomes;
  }

  async #sendTo({ id: channelId, name: channelName, type }: Target, text: Text, ping: boolean): Promise<Post> {
    if (type === 'text') {
      const { id } = await this.api.messages.create(channelId, { content: asMessage(text) });
      return { kind: 'message', channelId, channelName, id };
    }
    const draft = { title: text.title, content: text.body };
    const { id } = await this.api.announcements.create(channelId, draft, { pingEveryone: ping });
    return { kind: 'announcement', channelId, channelName, id };
  }

  async #remove(post: Post): Promise<Post> {
    try {
      if (post.kind === 'message') await this.api.messages.delete(post.channelId, post.id);
      else await this.api.announcements.delete(post.channelId, post.id);
    } catch (failure) {
      if (!(failure instanceof RequestRejected) || failure.status !== 404) throw failure;
    }
    return post;
  }

  async #attempt<Place>(place: Place, act: () => Promise<Post>): Promise<Outcome<Place>> {
    try {
      return { place, ok: true, post: await act() };
    } catch (err) {
      this.client.log.warn({ err }, 'an announcement failed at one of its places');
      return { place, ok: false, reason: reasonOf(err) };
    }
  }
}

function reasonOf(failure: unknown): string {
  if (failure instanceof RequestRejected) {
    if (failure.status === 403) return 'I am not allowed to.';
    if (failure.status === 404) return 'the channel is gone.';
    return `the service refused it with ${failure.status}.`;
  }
  return failure instanceof BotwrightError
    ? `the call failed (${failure.code}).`
    : 'something went wrong; the log says what.';
}
