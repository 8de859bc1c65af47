import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { Client, VirtualClock } from '@botwright/core';
import type { Bounds, Expected } from './case.js';
import { text } from './frame.js';
import { WirePeer } from './peer.js';
import type { Session, Subject } from './subject.js';

const token = 'tly_0123456789abcdef.aaaaaaaa.bbbbbbbbbbbbbbbb.ccc';
const ready = JSON.stringify({
  t: 'READY',
  d: { user: { id: '00000000000000b0', username: 'bot' }, teams: [], heartbeatIntervalMs: 30_000 },
});

export const clientBounds: Bounds = { longestMessage: 8 * 1_024 * 1_024, mostFragments: 16_384 };

/** The client's gateway, as servers see it that speak bytes. */
export class ClientSubject implements Subject {
  #connected: (stream: Duplex) => void = () => undefined;

  private constructor(private readonly http: Server) {
    http.on('upgrade', (request, stream) => {
      shakeHands(request, stream);
      this.#connected(stream);
    });
  }

  static async start(): Promise<ClientSubject> {
    const subject = new ClientSubject(createServer());
    subject.http.listen(0, '127.0.0.1');
    await once(subject.http, 'listening');
    return subject;
  }

  async open(): Promise<Session> {
    const { port } = this.http.address() as AddressInfo;
    const baseUrl = `http://127.0.0.1:${port}`;
    const client = new Client({ token, baseUrl, log: { level: 'silent' }, clock: new VirtualClock() });
    const stream = new Promise<Duplex>((resolve) => {
      this.#connected = resolve;
    });
    const connecting = client.connect();
    const peer = new WirePeer(await stream, 'server');
    await peer.write([text(ready)]);
    await connecting;
    return new ClientSession(client, peer);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await new Promise((resolve) => this.http.close(resolve));
  }
}

class ClientSession implements Session {
  readonly #texts: string[] = [];
  /** Text frames without a name, which are ignored as binary ones are. */
  #nameless = 0;

  constructor(
    private readonly client: Client,
    readonly peer: WirePeer,
  ) {
    client.gateway.onFrame((frame) => {
      if (frame.direction === 'out') return;
      if (frame.kind === undefined) this.#nameless += 1;
      this.#texts.push(frame.text());
    });
  }

  /** The client takes every message, and passes over those that it does not know. */
  expectedOf(expected: Expected): Expected {
    return expected;
  }

  missing({ messages }: Expected): string | undefined {
    const texts = messages.flatMap((message) => ('text' in message ? [message.text.toString()] : []));
    const binaries = messages.length - texts.length;
    const binariesHere = this.client.gateway.stats.framesIgnored - this.#nameless;
    if (binariesHere !== binaries) return `${binariesHere} binary messages in place of ${binaries}`;
    const isSame = texts.length === this.#texts.length && texts.every((each, index) => each === this.#texts[index]);
    return isSame ? undefined : `${this.#texts.length} texts in place of ${texts.length}, or others`;
  }

  async leave(): Promise<number | undefined> {
    const closing = this.client.close();
    await this.peer.until(() => this.peer.hasEnded);
    const code = this.peer.close?.code;
    await this.peer.sayClose(code);
    this.peer.hangUp();
    await closing;
    return code;
  }

  /** By RFC 6455 the server hangs up first. */
  hasLetGo(): Promise<boolean> {
    this.peer.hangUp();
    return this.peer.until(() => this.peer.isOver);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.peer.destroy();
    await this.client.close();
  }
}

function shakeHands({ headers }: IncomingMessage, stream: Duplex): void {
  const key = `${headers['sec-websocket-key']}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`;
  const accept = createHash('sha1').update(key).digest('base64');
  const lines = ['HTTP/1.1 101 Yes', 'Upgrade: websocket', 'Connection: Upgrade', `Sec-WebSocket-Accept: ${accept}`];
  stream.write(`${lines.join('\r\n')}\r\n\r\n`);
}
