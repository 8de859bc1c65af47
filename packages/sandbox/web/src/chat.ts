import {
  type ChannelId,
  type Frame,
  type GatewayEvent,
  limits,
  type Message,
  type OperationId,
  type Ready,
  type Team,
} from '@botwright/protocol';
import { type CallInput, call } from './api.js';
import { applyEvent, withoutTypist } from './event-reducers.js';
import { readMentions, writeMentions } from './mentions.js';
import { messageOf } from './message-of.js';
import type { Session } from './session.js';
import { applyMessagePage, applyReady, type TeamSnapshot } from './snapshot-reducers.js';
import { type Connection, GatewaySocket } from './socket.js';
import { type ChatState, type Composing, channelToOpen, emptyState, findChannel, lastOwnMessage } from './state.js';
import { TypingThrottle, TypistTimers } from './typing.js';

export interface ChatOptions {
  readonly person: string;
  readonly channelId: ChannelId | undefined;
  /** Asked before every connection. */
  openSession(): Promise<Session>;
  onChange(): void;
}

/** What one person sees and can do: the state, kept up to date by the gateway, and the acts, done by HTTP calls. */
export class Chat {
  state: ChatState;
  connection: Connection = { kind: 'connecting' };
  /** Why the last loading failed, if it did. */
  problem: string | undefined;

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
    if (!this.state.histories.has(channelId)) await this.loadMessages(channelId);
  }

  async loadEarlier(): Promise<void> {
    const { openChannelId, histories } = this.state;
    if (openChannelId === undefined) return;
    await this.loadMessages(openChannelId, histories.get(openChannelId)?.messages.length ?? 0);
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

  private call<Id extends OperationId>(operation: Id, input: CallInput<Id>) {
    return call(this.token, operation, input);
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
    // Not checked against the schemas, which would bring zod into the page: the sandbox sends what they say.
    const event = { kind: frame.t, data: frame.d } as GatewayEvent;
    for (const arrived of this.arrivedWhileLoading) arrived.push(event);
    this.change((state) => applyEvent(state, event));
    if (event.kind === 'CHANNEL_TYPING') this.typists.restart(event.data.channelId, event.data.userId);
  }

  private async reload(ready: Ready): Promise<void> {
    await this.attempt(() =>
      this.load(async () => {
        const teams = await Promise.all(ready.teams.map((team) => this.loadTeam(team)));
        const opened = channelToOpen(applyReady(this.state, ready, teams), this.state.openChannelId);
        const page = opened === undefined ? undefined : await this.loadPage(opened, 0);
        return (state) => {
          const fresh = { ...applyReady(state, ready, teams), openChannelId: opened };
          return page ? page(fresh) : fresh;
        };
      }),
    );
  }

  private async loadTeam(team: Team): Promise<TeamSnapshot> {
    const path = { teamId: team.id };
    const [channels, roles, members] = await Promise.all([
      this.call('getTeamChannels', { path }),
      this.call('getTeamRoles', { path }),
      this.call('listMembers', { path }),
    ]);
    return { team, channels, roles, members };
  }

  private async loadMessages(channelId: ChannelId, offset = 0): Promise<void> {
    await this.attempt(() => this.load(() => this.loadPage(channelId, offset)));
  }

  private async loadPage(channelId: ChannelId, offset: number): Promise<(state: ChatState) => ChatState> {
    const limit = limits.messagesPerPage.value;
    const page = await this.call('getChannelMessages', { path: { channelId }, query: { limit, offset } });
    return (state) => applyMessagePage(state, channelId, page, page.messages.length === limit);
  }

  /** An answer is a picture of the past: what arrived on the socket meanwhile is applied to it again. */
  private async load(read: () => Promise<(state: ChatState) => ChatState>): Promise<void> {
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

  private change(next: (state: ChatState) => ChatState): void {
    const changed = next(this.state);
    if (changed === this.state) return;
    this.state = changed;
    this.options.onChange();
  }
}
