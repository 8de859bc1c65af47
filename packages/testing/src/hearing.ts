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

  private constructor(private readonly socket: WebSocket) {
    socket.on('message', (frame) => this.#receive(String(frame)));
  }

  /** Resolves when the service has said READY; nothing sent after that is missed. */
  static open({ description }: Sandbox, authorization: string): Promise<Hearing> {
    const url = description.url.replace(/^http/, 'ws') + gatewayPath;
    const socket = new WebSocket(url, { headers: { authorization } });
    return new Promise((resolve, reject) => {
      const hearing = new Hearing(socket);
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
    const { t, d } = JSON.parse(frame) as { t: string; d: EventPayload<'MESSAGE_SEND'> };
    if (t !== 'MESSAGE_SEND') return;
    this.#heard.push(d.message);
    for (const waiter of this.#waiters) {
      if (waiter.wanted(d.message)) waiter.resolve(d.message);
    }
  }
}
