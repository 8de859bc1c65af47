import { VirtualClock } from '@botwright/clock';
import type { Client, ClientOptions, ReplayIncomplete } from '../../src/index.js';
import { clientOf, reached } from '../support/client.js';
import { type ReceivedRequest, type Reply, Service, type ServiceSocket } from '../support/service.js';
import { ada, message, readyPayload, team } from '../support/shapes.js';

/** The service's clock is three hours ahead of the bot's machine. */
const skewMs = 3 * 3_600_000;
const olderMs = 3_600_000;

interface Said {
  readonly id: string;
  readonly channelId: string;
  readonly createdAt: string;
  readonly teamId: string | null;
}

interface Circumstances {
  readonly teamId?: string | null;
  /** How long before now it is dated; below 0 for a date that is still to come. */
  readonly ageMs?: number;
}

/** The ids that a listener got, in order, those with an asterisk in front that were missed. */
export function heard(client: Client): string[] {
  const ids: string[] = [];
  client.events.on('MESSAGE_SEND', ({ message, replayed }) => ids.push(`${replayed ? '*' : ''}${message.id}`));
  return ids;
}

export function complaints(client: Client): ReplayIncomplete[] {
  const found: ReplayIncomplete[] = [];
  client.replay.onIncomplete((incomplete) => found.push(incomplete));
  return found;
}

/** A service that keeps what was said and gives it newest first, and a client of it whose time stands still. */
export class History implements AsyncDisposable {
  readonly clock = new VirtualClock();
  /** What was asked for, in order: `GET` paths with their query. */
  readonly asked: string[] = [];
  /** Answers given instead of the usual ones, by the beginning of the path. */
  readonly instead = new Map<string, Reply | (() => void)>();
  /** Ids of the channels that the team's list has. */
  channels = ['a', 'b'];
  /** Their names, where they are not as their ids. */
  readonly names = new Map<string, string>();
  /** The private conversations that the service lists; null where it has no such list. */
  conversations: readonly object[] | null = null;
  /** Whether the service lists messages by their dates, and not in the order in which they were said. */
  sortsByDate = false;
  /** What its answers have as their date. */
  date = () => new Date(this.now).toUTCString();
  readonly #said: Said[] = [];
  #count = 0;

  private constructor(
    readonly service: Service,
    options: Partial<ClientOptions>,
  ) {
    service.ready = readyPayload({ heartbeatIntervalMs: 600_000 });
    service.respond = (request) => this.#answer(request);
    this.client = clientOf(service, { clock: this.clock, ...options });
  }

  readonly client: Client;

  static async open(options: Partial<ClientOptions> = {}): Promise<History> {
    return new History(await Service.start(), options);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.client.close();
    await this.service[Symbol.asyncDispose]();
  }

  async connected(): Promise<ServiceSocket> {
    await this.client.connect();
    return this.service.sockets.next();
  }

  /** Now, in the service's time. */
  get now(): number {
    return this.clock.now() + skewMs;
  }

  /** Keeps a message without telling anybody. Each is a millisecond later than the one before. */
  say(channelId: string, id: string, { teamId = team.id, ageMs = 0 }: Circumstances = {}): Said {
    this.#count += 1;
    const createdAt = new Date(this.now + this.#count - ageMs).toISOString();
    const said = { id, channelId, createdAt, teamId };
    this.keep(said);
    return said;
  }

  /** Keeps a message with its own date. */
  keep(said: Said): void {
    this.#said.push(said);
  }

  /** Somebody deletes messages, and nobody is told. */
  delete(...ids: string[]): void {
    for (const id of ids) {
      const index = this.#said.findIndex((said) => said.id === id);
      this.#said.splice(index, 1);
    }
  }

  /** Keeps a message from long before the bot began to listen. */
  sayEarlier(channelId: string, id: string): void {
    this.say(channelId, id, { ageMs: olderMs });
  }

  /** Keeps a message, and tells of it. */
  send(socket: ServiceSocket, channelId: string, id: string, circumstances: Circumstances = {}): void {
    this.tell(socket, this.say(channelId, id, circumstances));
  }

  /** Tells of a message. */
  tell(socket: ServiceSocket, said: Said): void {
    const { channelId, teamId } = said;
    socket.send('MESSAGE_SEND', { message: message({ ...said }), channelId, teamId });
  }

  /** Cuts the connection and lets time pass until the next one stands; `meanwhile` happens while there is none. */
  async reconnect(socket: ServiceSocket, meanwhile: () => void = () => undefined): Promise<ServiceSocket> {
    const lost = reached(this.client, 'reconnecting');
    const ready = reached(this.client, 'ready');
    socket.socket.terminate();
    const { retryInMs = 0 } = await lost;
    meanwhile();
    await this.clock.advance(retryInMs);
    await ready;
    return this.service.sockets.next();
  }

  #answer({ path }: ReceivedRequest): Reply | (() => void) {
    const isList = path.includes('/me/chats');
    const headers = { date: this.date() };
    if (isList && this.conversations === null) return { status: 404, headers, body: { success: false } };
    if (!isList) this.asked.push(path.replace(/^.*?\/(?=teams|channels)/, ''));
    const [, other] = [...this.instead].find(([start]) => path.includes(start)) ?? [];
    if (typeof other === 'function') return other;
    const body = isList ? { DMs: this.conversations } : path.includes('/teams/') ? this.#list() : this.#page(path);
    return { headers, body, ...other };
  }

  /** A private conversation as the service lists it, with what was said last where it tells that. */
  conversation(channelId: string, { ageMs = 0, last }: { ageMs?: number; last?: Said } = {}): object {
    return {
      id: `dm-${channelId}`,
      users: [ada.id],
      channelId,
      createdAt: new Date(this.now - ageMs).toISOString(),
      lastMessage: last ? message({ ...last }) : null,
    };
  }

  #list() {
    const shape = { type: 'text', teamId: team.id, createdBy: 'x', createdAt: team.createdAt };
    return { channels: this.channels.map((id) => ({ ...shape, id, name: this.names.get(id) ?? id })), categories: [] };
  }

  #page(path: string) {
    const url = new URL(path, 'http://service');
    const channelId = /channels\/([^/]+)\/messages/.exec(url.pathname)?.[1];
    const offset = Number(url.searchParams.get('offset'));
    const limit = Number(url.searchParams.get('limit'));
    const newestFirst = this.#said.filter((said) => said.channelId === channelId).reverse();
    if (this.sortsByDate) newestFirst.sort((a, b) => Date.parse(b.createdAt) - Date.parse(a.createdAt));
    return { messages: newestFirst.slice(offset, offset + limit).map((said) => message({ ...said })) };
  }
}
