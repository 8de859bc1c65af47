import {
  type ChannelId,
  type EmojiId,
  type Frame,
  type GatewayEvent,
  type Message,
  type Ready,
  type TeamId,
  type UserId,
} from '@botwright/protocol';
import { call } from './api.js';
import { applyEvent } from './event-reducers.js';
import type { LedgerEntry } from './ledger.js';
import { type Caller, readAll, readDirectMessages, readMessages, readPlace, readTeam, type Step } from './loading.js';
import { readMentions, writeMentions } from './mentions.js';
import { messageOf } from './message-of.js';
import { payloadProblem } from './payload.js';
import { findPlace, isLoaded, placeToOpen } from './place.js';
import { hasReacted } from './reactions.js';
import { replaced, withTeam } from './reducers/change-state.js';
import { withoutTypist } from './reducers/messages.js';
import type { Session } from './session.js';
import { type Connection, GatewaySocket } from './socket.js';
import { type ChatState, type Composing, emptyState, findChannel, lastOwnMessage } from './state.js';
import { TypingThrottle, TypistTimers } from './typing.js';

/** Further back nobody looks. */
const keptIgnored = 100;

export interface ChatOptions {
  readonly person: string;
  readonly channelId: ChannelId | undefined;
  /** Asked before every connection. */
  openSession(): Promise<Session>;
  /** Somebody wants to see what a message led to. */
  onTrace(message: Message): void;
  onChange(): void;
}

/** What one person sees and can do: the state, kept up to date by the gateway, and the acts, done by HTTP calls. */
export class Chat {
  state: ChatState;
  connection: Connection = { kind: 'connecting' };
  /** Why the last loading failed, if it did. */
  problem: string | undefined;
  /** What the gateway sent and the page cannot show, as lines for the inspector. */
  ignored: readonly LedgerEntry[] = [];

  /** Does one operation as this person. What it changes is shown when the event comes. Throws as `call` of `api.ts`. */
  readonly call: Caller = (operation, input) => call(this.token, operation, input);

  private token = '';
  private readonly socket: GatewaySocket;
  private readonly arrivedWhileLoading = new Set<GatewayEvent[]>();
  private readonly throttle = new TypingThrottle();
  private readonly typists = new TypistTimers((channelId, userId) =>
    this.change((state) => withoutTypist(state, channelId, userId)),
  );

  constructor(private readonly options: ChatOptions) {
    this.state = { ...emptyState, openChannelId: options.channelId };
    this.socket = new GatewaySocket({
      token: () => this.signIn(),
      onReady: (ready) => void this.reload(ready),
      onEvent: (frame) => this.receive(frame),
      isReadable: (frame) => this.isReadable(frame),
      onConnection: (connection) => this.connected(connection),
    });
  }

  connect(): void {
    void this.socket.open();
  }

  close(): void {
    this.socket.close();
    this.typists.clear();
  }

  async open(channelId: ChannelId): Promise<void> {
    const unread = new Set([...this.state.unread].filter((id) => id !== channelId));
    this.change((state) => ({ ...state, openChannelId: channelId, unread, composing: { kind: 'message' } }));
    const place = findPlace(this.state, channelId);
    if (place && !isLoaded(this.state, place)) await this.attempt(() => this.load(() => readPlace(this.call, place)));
  }

  async loadEarlier(): Promise<void> {
    const { openChannelId, histories } = this.state;
    if (openChannelId === undefined) return;
    const offset = histories.get(openChannelId)?.messages.length ?? 0;
    await this.attempt(() => this.load(() => readMessages(this.call, openChannelId, offset)));
  }

  /** Begins the conversation with somebody, or finds the one there is, and returns the channel that holds it. */
  async converseWith(userId: UserId): Promise<ChannelId> {
    const { DM } = await this.call('createDirectMessage', { path: {}, body: { users: [{ id: userId }] } });
    this.change((state) => ({ ...state, directMessages: replaced(state.directMessages, DM) }));
    return DM.channelId;
  }

  /** There are no events about custom reactions, so they are asked for when somebody is about to choose one. */
  async refreshEmojis(teamId: TeamId): Promise<void> {
    await this.attempt(async () => {
      const { reactions } = await this.call('getCustomReactions', { path: { teamId } });
      this.change((state) => withTeam(state, teamId, (team) => ({ ...team, emojis: reactions })));
    });
  }

  /** Reacts, or takes the reaction back. */
  async toggleReaction({ id: messageId, channelId, reactions }: Message, emojiId: EmojiId): Promise<void> {
    const path = { channelId, messageId, emojiId };
    const own = reactions.some((reaction) => reaction.emojiId === emojiId && hasReacted(reaction, this.state.me?.id));
    await this.attempt(() => this.call(own ? 'deleteReactionFromMessage' : 'reactToMessage', { path }));
  }

  /**
   * Sends a message, a reply or an edit to the open channel. The answer is not shown: the event is, and a message that a
   * bot has deleted meanwhile must not come back.
   *
   * @throws {CallRefused} when the sandbox says no, with its own sentence.
   * @throws {CallFailed} when it says nothing.
   */
  async submit(text: string, composing: Composing): Promise<void> {
    const { openChannelId: channelId, names } = this.state;
    if (channelId === undefined) return;
    const content = writeMentions(text, names);
    this.throttle.reset();
    if (composing.kind === 'edit') {
      const path = { channelId, messageId: composing.message.id };
      await this.call('updateChannelMessage', { path, body: { content } });
    } else {
      const replyTo = composing.kind === 'reply' ? { replyTo: composing.to.id } : {};
      await this.call('createChannelMessage', { path: { channelId }, body: { content, ...replyTo } });
    }
  }

  async delete(message: Message): Promise<void> {
    const path = { channelId: message.channelId, messageId: message.id };
    await this.attempt(() => this.call('deleteChannelMessage', { path }));
  }

  trace(message: Message): void {
    this.options.onTrace(message);
  }

  compose(composing: Composing): void {
    this.change((state) => ({ ...state, composing }));
  }

  editLast(): void {
    const message = lastOwnMessage(this.state);
    if (message) this.compose({ kind: 'edit', message });
  }

  /** A message's content as its author typed it. */
  editable(message: Message): string {
    return readMentions(message.content ?? '', this.state.names);
  }

  tellTyping(): void {
    const channel = findChannel(this.state, this.state.openChannelId);
    if (!channel || !this.throttle.shouldTell(channel.id)) return;
    this.socket.send({ t: 'CHANNEL_TYPING', d: { channelId: channel.id, teamId: channel.teamId } });
  }

  forgetProblem(): void {
    this.problem = undefined;
    this.options.onChange();
  }

  private async signIn(): Promise<string> {
    const session = await this.options.openSession();
    const person = session.people[this.options.person];
    if (!person) throw new Error(`${this.options.person} is not in this sandbox any more.`);
    this.token = person.token;
    return this.token;
  }

  private connected(connection: Connection): void {
    this.connection = connection;
    if (connection.kind !== 'open') this.typists.clear();
    this.options.onChange();
  }

  private receive(frame: Frame): void {
    // The frame was found readable, and payloads that are say what the contract's types say.
    const event = { kind: frame.t, data: frame.d } as GatewayEvent;
    for (const arrived of this.arrivedWhileLoading) arrived.push(event);
    this.change((state) => applyEvent(state, event));
    if (event.kind === 'CHANNEL_TYPING') this.typists.restart(event.data.channelId, event.data.userId);
    void this.follow(event);
  }

  /** Loads what an event makes known without carrying it. */
  private async follow(event: GatewayEvent): Promise<void> {
    const { me, teams, openChannelId } = this.state;
    if (event.kind === 'USER_JOINED_TEAM' && event.data.user.id === me?.id && !teams.has(event.data.teamId)) {
      await this.attempt(() => this.load(() => readTeam(this.call, event.data.teamId)));
    }
    if (event.kind === 'MESSAGE_SEND' && event.data.teamId === null && !findPlace(this.state, event.data.channelId)) {
      await this.attempt(() => this.load(() => readDirectMessages(this.call)));
    }
    if (me && !findPlace(this.state, openChannelId)) {
      const next = placeToOpen(this.state, undefined);
      if (next !== undefined) await this.open(next);
    }
  }

  private isReadable({ t, d }: Frame): boolean {
    const problem = payloadProblem(t, d, __PAYLOADS__);
    if (problem === undefined) return true;
    const line = { seq: (this.ignored.at(-1)?.seq ?? 0) - 1, at: Date.now(), kind: 'page', event: t, problem };
    this.ignored = [...this.ignored, line].slice(-keptIgnored);
    this.options.onChange();
    return false;
  }

  private async reload(ready: Ready): Promise<void> {
    await this.attempt(() => this.load(() => readAll(this.call, ready, this.state)));
  }

  /** An answer is a picture of the past: what arrived on the socket meanwhile is applied to it again. */
  private async load(read: () => Promise<Step>): Promise<void> {
    const arrived: GatewayEvent[] = [];
    this.arrivedWhileLoading.add(arrived);
    try {
      const apply = await read();
      this.change((state) => arrived.reduce(applyEvent, apply(state)));
    } finally {
      this.arrivedWhileLoading.delete(arrived);
    }
  }

  private async attempt(act: () => Promise<unknown>): Promise<void> {
    this.problem = undefined;
    try {
      await act();
    } catch (error) {
      this.problem = messageOf(error);
      this.options.onChange();
    }
  }

  private change(next: Step): void {
    const changed = next(this.state);
    if (changed === this.state) return;
    this.state = changed;
    this.options.onChange();
  }
}
