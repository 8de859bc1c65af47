/** What is said of a request whatever happened to it. */
interface RequestFacts {
  /** The operation's id in the protocol. */
  readonly operation: string;
  readonly method: string;
  /** With its parameters and its query; secrets in it are not shown. */
  readonly path: string;
  /** 1 for the first request of a call. */
  readonly attempt: number;
}

/** A request goes out. */
export interface RequestStart extends RequestFacts {
  /** How long it waited for its turn and for limits, in milliseconds. */
  readonly waitedMs: number;
}

/** A request came to its end. */
export interface RequestEnd extends RequestFacts {
  /** Undefined when there was no answer. */
  readonly status: number | undefined;
  /** From its start, in milliseconds. */
  readonly ms: number;
  /** Why there was no answer. */
  readonly error?: unknown;
}

/** A request was one too many, and a pause follows. */
export interface RequestPause extends RequestFacts {
  /** What the service asked for; undefined when it named no time. */
  readonly retryAfterMs: number | undefined;
  readonly scope: 'call' | 'bucket' | 'all';
}

/** Hears of requests. What it throws is logged and changes nothing. */
export interface RequestObserver {
  readonly request?: (start: RequestStart) => void;
  readonly reply?: (end: RequestEnd) => void;
  readonly pause?: (pause: RequestPause) => void;
}

/** Tells observers. Whoever has something to tell looks at `areThere` first, so that nothing is made for nobody. */
export class Observers {
  #observers: readonly RequestObserver[] = [];

  constructor(private readonly onFailure: (error: unknown) => void) {}

  get areThere(): boolean {
    return this.#observers.length > 0;
  }

  /** @returns How to stop observing. */
  add(observer: RequestObserver): () => void {
    this.#observers = [...this.#observers, observer];
    return () => {
      this.#observers = this.#observers.filter((other) => other !== observer);
    };
  }

  request(start: RequestStart): void {
    this.#tell((observer) => observer.request?.(start));
  }

  reply(end: RequestEnd): void {
    this.#tell((observer) => observer.reply?.(end));
  }

  pause(pause: RequestPause): void {
    this.#tell((observer) => observer.pause?.(pause));
  }

  #tell(say: (observer: RequestObserver) => void): void {
    for (const observer of this.#observers) {
      try {
        say(observer);
      } catch (error) {
        this.onFailure(error);
      }
    }
  }
}
