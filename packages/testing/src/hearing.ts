import type { Clock, Timer } from '@botwright/clock';
import { type EventPayload, gatewayPath, type Message } from '@botwright/protocol';
import type { Sandbox } from '@botwright/sandbox';
import { WebSocket } from 'ws';

interface Waiter {
  readonly wanted: (message: Message) => boolean;
  readonly resolve: (message: Message) => void;
}

/** What somebody hears over the event stream from the moment it stands. */
export class Hearing {
  readonly #heard: Message[] = [];
  readonly #waiters = new Set<Waiter>();
  #beat: Timer | undefined;

  private constructor(
    private readonly socket: WebSocket,
    private readonly clock: Clock,
  ) {
    socket.on('message', (frame) => this.#receive(String(frame)));
    socket.on('close', () => clock.clearTimeout(this.#beat));
  }

  /** Resolves when the service has said READY; nothing sent after that is missed. */
  static open({ clock, description }: Sandbox, authorization: string): Promise<Hearing> {
    const url = description.url.replace(/^http/, 'ws') + gatewayPath;
    const socket = new WebSocket(url, { headers: { authorization } });
    return new Promise((resolve, reject) => {
      const hearing = new Hearing(socket, clock);
      socket.once('message', () => resolve(hearing));
      socket.once('error', reject);
    });
  }

  /** The first message that is wanted, heard already or yet to come; undefined when none comes in time. */
  until(wanted: Waiter['wanted'], timeoutMs: number): Promise<Message | undefined> {
    const heard = this.#heard.find(wanted);
    if (heard !== undefined) return Promise.resolve(heard);
    return new Promise((resolve) => {
      const finish = (message: Message | undefined): void => {
        clearTimeout(timer);
        this.#waiters.delete(waiter);
        resolve(message);
      };
      const timer = setTimeout(finish, timeoutMs, undefined);
      const waiter: Waiter = { wanted, resolve: finish };
      this.#waiters.add(waiter);
    });
  }

  close(): void {
    this.socket.terminate();
  }

  #receive(frame: string): void {
    const { t, d } = JSON.parse(frame) as { t: string; d: unknown };
    if (t === 'READY') this.#stayAlive((d as { heartbeatIntervalMs: number }).heartbeatIntervalMs);
    if (t === 'MESSAGE_SEND') this.#hear((d as EventPayload<'MESSAGE_SEND'>).message);
  }

  #hear(message: Message): void {
    this.#heard.push(message);
    for (const waiter of this.#waiters) {
      if (waiter.wanted(message)) waiter.resolve(message);
    }
  }

  /** By the clock of the sandbox, which may go through days at once. */
  #stayAlive(intervalMs: number): void {
    this.#beat = this.clock.setTimeout(() => {
      this.socket.send(JSON.stringify({ t: 'HEARTBEAT', d: {} }));
      this.#stayAlive(intervalMs);
    }, intervalMs);
  }
}
