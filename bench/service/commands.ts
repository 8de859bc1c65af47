import type { Duplex } from 'node:stream';
import { encoded } from './burst.ts';
import { padding } from './message.ts';

/** As many commands are under way at a time, each in a channel of its own, as they come to a bot in many channels. */
const channels = 50;

/** What a service writes of a command that somebody calls. */
export interface CommandForm {
  frame(said: { readonly id: string; readonly channelId: string; readonly content: string }): string;
  idOf(number: number): string;
}

/** Calls commands, a further one in a channel whenever the last one there was answered rightly. */
export class Commands {
  readonly #expected = new Map<string, string>();
  readonly #socket: Duplex;
  readonly #form: CommandForm;
  readonly #count: number;
  readonly #onAnswer: (answered: number) => void;
  #sent = 0;
  #answered = 0;

  constructor(socket: Duplex, form: CommandForm, count: number, onAnswer: (answered: number) => void) {
    this.#socket = socket;
    this.#form = form;
    this.#count = count;
    this.#onAnswer = onAnswer;
  }

  start(): void {
    for (let channel = 1; channel <= channels; channel += 1) this.#send(this.#form.idOf(channel));
  }

  answered(channelId: string, content: string): void {
    if (this.#expected.get(channelId) !== content) {
      throw new Error(`a reply came with the wrong content: ${content.slice(0, 80)}`);
    }
    this.#expected.delete(channelId);
    this.#answered += 1;
    this.#send(channelId);
    this.#onAnswer(this.#answered);
  }

  #send(channelId: string): void {
    if (this.#sent === this.#count) return;
    this.#sent += 1;
    const content = `${this.#sent} ${padding}`;
    this.#expected.set(channelId, content);
    const id = this.#form.idOf(1_000 + this.#sent);
    this.#socket.write(encoded(this.#form.frame({ id, channelId, content: `!echo ${content}` })));
  }
}
