import { Fifo } from '../fifo.js';

interface Waiter {
  go(): void;
  left: boolean;
}

/** Callers wait in line and are let through one by one; a caller whose signal aborts leaves the line. */
export class Line {
  readonly #waiters = new Fifo<Waiter>();

  /** @throws the signal's reason. */
  wait(signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const leave = () => {
        waiter.left = true;
        reject(signal.reason);
      };
      const waiter: Waiter = {
        left: false,
        go() {
          signal.removeEventListener('abort', leave);
          resolve();
        },
      };
      signal.addEventListener('abort', leave, { once: true });
      this.#waiters.push(waiter);
    });
  }

  /** Lets the first in line through; false when nobody waits. */
  admit(): boolean {
    for (let waiter = this.#waiters.shift(); waiter; waiter = this.#waiters.shift()) {
      if (waiter.left) continue;
      waiter.go();
      return true;
    }
    return false;
  }
}
