import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type WebSocket, WebSocketServer } from 'ws';

const createdAt = '2026-01-01T00:00:00.000Z';
const botUser = { id: 'bot', username: 'bot', bot: true };

/** Ids that belong together and to nobody else. */
export interface Place {
  readonly userId: string;
  readonly channelId: string;
  readonly teamId: string;
}

export function place(index: number): Place {
  return { userId: `user-${index}`, channelId: `channel-${index}`, teamId: `team-${index}` };
}

/** A service that keeps nothing: it sends the frames it is told to, and says yes to every call. */
export class FrameService implements AsyncDisposable {
  /** Messages that the bot sent so far. */
  answered = 0;
  lastAnswer = '';
  /** Times that the roles of a team were asked for. */
  rolesAsked = 0;
  #socket: WebSocket | undefined;
  #messages = 0;
  readonly #http = createServer((request, response) => void this.#answer(request, response));
  readonly #webSockets = new WebSocketServer({ noServer: true });

  static async start(): Promise<FrameService> {
    const service = new FrameService();
    service.#http.on('upgrade', (request, stream, head) => {
      service.#webSockets.handleUpgrade(request, stream, head, (socket) => {
        service.#socket = socket;
        service.send('READY', { user: botUser, teams: [], heartbeatIntervalMs: 600_000 });
      });
    });
    service.#http.listen(0, '127.0.0.1');
    await once(service.#http, 'listening');
    return service;
  }

  get credentials(): { readonly token: string; readonly baseUrl: string } {
    const { port } = this.#http.address() as AddressInfo;
    return { token: 'tly_0123456789abcdef.aaaaaaaa.bbbbbbbbbbbbbbbb.ccc', baseUrl: `http://127.0.0.1:${port}` };
  }

  send(t: string, d: object): void {
    this.#socket?.send(JSON.stringify({ t, d }));
  }

  /** Lets somebody say something. @returns the id of the message. */
  say({ userId, channelId, teamId }: Place, content: string, bot = false): string {
    const message = this.#message(channelId, { content, createdBy: { id: userId, username: userId, bot } });
    this.send('MESSAGE_SEND', { message, channelId, channelType: 'text', teamId });
    return message.id;
  }

  #message(channelId: string, facts: object) {
    this.#messages += 1;
    return { id: `message-${this.#messages}`, channelId, createdAt, ...facts };
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = Buffer.concat(await request.toArray()).toString();
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ success: true, ...this.#said(request, body) }));
  }

  #said({ method, url = '' }: IncomingMessage, body: string): object {
    const [id = '', kind] = url.split('/').slice(-2).map(decodeURIComponent);
    if (method === 'GET' && kind === 'roles') return this.#rolesOf(id);
    const { content } = JSON.parse(body);
    const channelId = id;
    this.lastAnswer = content;
    this.answered += 1;
    return { message: this.#message(channelId, { content, createdBy: botUser }) };
  }

  /** The bot's own role, which every team has. */
  #rolesOf(teamId: string): object {
    this.rolesAsked += 1;
    const facts = { name: 'bot', color: '#ffffff', priority: 1, permissions: 0, createdAt };
    return { roles: [{ id: 'role', teamId, ...facts, botScope: { userId: botUser.id } }] };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#socket?.terminate();
    this.#http.closeAllConnections();
    await new Promise((resolve) => this.#http.close(resolve));
  }
}
