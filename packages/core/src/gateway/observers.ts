import type { Logger } from '../log.js';

/** A text frame that came in or went out, as those see it who look on. */
export interface ObservedFrame {
  readonly direction: 'in' | 'out';
  /** Its name; undefined when it has none. */
  readonly kind: string | undefined;
  /** In bytes. */
  readonly length: number;
  /** What it says, read only when it is asked for. The bot's token is taken out. */
  text(): string;
}

export type FrameListener = (frame: ObservedFrame) => void;

type Tell = (direction: 'in' | 'out', kind: string | undefined, content: Buffer | string) => void;

/** Those who look on at frames. */
export class FrameObservers {
  /** Tells them of a frame; undefined while there is nobody, so that a frame then costs one look. */
  tell: Tell | undefined;
  #listeners: readonly FrameListener[] = [];

  constructor(
    private readonly log: Logger,
    private readonly removeSecrets: (text: string) => string,
  ) {}

  /** Returns what ends it. */
  add(listener: FrameListener): () => void {
    // A function of its own, so that whoever listens twice is told twice and ends each by itself.
    const own: FrameListener = (frame) => listener(frame);
    this.#set([...this.#listeners, own]);
    return () => this.#set(this.#listeners.filter((other) => other !== own));
  }

  #set(listeners: readonly FrameListener[]): void {
    this.#listeners = listeners;
    this.tell = listeners.length === 0 ? undefined : (...frame) => this.#tell(...frame);
  }

  #tell(...[direction, kind, content]: Parameters<Tell>): void {
    const text = () => this.removeSecrets(content.toString());
    const frame = { direction, kind, length: Buffer.byteLength(content), text };
    for (const listener of this.#listeners) {
      try {
        listener(frame);
      } catch (error) {
        this.log.error({ err: error, direction, kind }, 'an observer of frames failed');
      }
    }
  }
}
