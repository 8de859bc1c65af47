import { once } from 'node:events';
import { type IncomingHttpHeaders, type IncomingMessage, request } from 'node:http';
import type { Socket } from 'node:net';
import { authorization } from '@botwright/protocol';
import { createSandbox, type Sandbox } from '@botwright/sandbox';
import type { Bounds, Expected, Message } from './case.js';
import { WirePeer } from './peer.js';
import type { Session, Subject } from './subject.js';

/** The service's own code for a message that it does not know. */
const unknownMessage = 4002;

export const standInBounds: Bounds = { longestMessage: 1_024 * 1_024, mostFragments: 16_384 };

/** The stand-in's gateway, as clients see it that speak bytes. */
export class StandInSubject implements Subject {
  private constructor(private readonly sandbox: Sandbox) {}

  static async start(): Promise<StandInSubject> {
    const sandbox = await createSandbox({ clock: 'virtual' });
    await sandbox.listen();
    return new StandInSubject(sandbox);
  }

  async open(offers: IncomingHttpHeaders = {}): Promise<StandInSession> {
    const { gatewayUrl, bot } = this.sandbox.description;
    const headers = {
      authorization: authorization(bot.token),
      connection: 'Upgrade',
      upgrade: 'websocket',
      'sec-websocket-version': '13',
      'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
      ...offers,
    };
    const handshake = request(gatewayUrl.replace('ws:', 'http:'), { headers }).end();
    const [{ headers: answer }, socket, head] = (await once(handshake, 'upgrade')) as [IncomingMessage, Socket, Buffer];
    socket.setNoDelay(true);
    socket.unshift(head);
    const peer = new WirePeer(socket, 'client');
    await peer.until(() => peer.texts.length > 0);
    return new StandInSession(peer, answer);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.sandbox.close();
  }
}

class StandInSession implements Session {
  constructor(
    readonly peer: WirePeer,
    /** What the handshake was answered with. */
    readonly answer: IncomingHttpHeaders,
  ) {}

  /** The service closes with a code of its own for a message that is no frame that it knows. */
  expectedOf(expected: Expected): Expected {
    const unknown = expected.messages.findIndex((message) => !isHeartbeat(message));
    if (unknown === -1) return expected;
    return { ...expected, messages: expected.messages.slice(0, unknown), end: [unknownMessage] };
  }

  /** Each heartbeat is acknowledged. */
  missing({ messages }: Expected): string | undefined {
    const acknowledged = this.peer.texts.filter((each) => each.includes('"HEARTBEAT_ACK"')).length;
    return acknowledged === messages.length ? undefined : `${acknowledged} acknowledged of ${messages.length}`;
  }

  async leave(): Promise<number | undefined> {
    await this.peer.sayClose(1000);
    await this.peer.until(() => this.peer.hasEnded);
    return this.peer.close?.code;
  }

  /** By RFC 6455 the server hangs up first. */
  hasLetGo(): Promise<boolean> {
    return this.peer.until(() => this.peer.isOver);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.peer.destroy();
  }
}

function isHeartbeat(message: Message): boolean {
  if (!('text' in message)) return false;
  try {
    return JSON.parse(message.text.toString()).t === 'HEARTBEAT';
  } catch {
    return false;
  }
}
