import type { Clock } from '@botwright/clock';
import type { Address } from './address.js';
import { tokenPattern } from './identities.js';

/** Which fault rule touched a step, if any. */
interface Touched {
  readonly fault?: string;
}

/** What is written down of one step. `by` is whose call or connection it is, null where nobody was recognised. */
export type LedgerNote = Touched &
  (
    | RequestNote
    | AnswerNote
    | {
        /** A frame that a fault kept from going out is written down too, with the fault. */
        readonly kind: 'frame-in' | 'frame-out';
        /** Null for what is no frame. */
        readonly event: string | null;
        readonly by: string;
      }
    | { readonly kind: 'open'; readonly by: string }
    | { readonly kind: 'refuse'; readonly by: string | null; readonly status: number }
    | { readonly kind: 'close'; readonly by: string | null; readonly code: number; readonly reason: string }
    | { readonly kind: 'clock'; readonly advancedMs: number }
    | { readonly kind: 'reset' }
    /** From here on the bot may ask about people and places to explain a text. */
    | { readonly kind: 'explain' }
  );

interface RequestNote {
  readonly kind: 'request';
  /** Null for a path or method that is no operation's. */
  readonly operation: string | null;
  readonly by: string | null;
  readonly method: string;
  /** Without the query string. */
  readonly path: string;
}

interface AnswerNote {
  readonly kind: 'answer';
  readonly operation: string | null;
  readonly by: string | null;
  readonly status: number;
  /** From the request to the answer, by the sandbox's clock. */
  readonly tookMs: number;
}

interface Entry {
  readonly seq: number;
  readonly at: number;
  readonly note: LedgerNote & { readonly bodyLength?: number };
  readonly body: string | undefined;
}

const capacity = 10_000;

/** A longer body is left out and counted, so that a full ledger stays within 160 MB. */
const maxBodyLength = 16_384;

/** The last 10,000 steps of all conversations, in order. */
export class Ledger {
  readonly #clock: Clock;
  readonly #address: () => Address;
  readonly #entries: Entry[] = [];
  #seq = 0;

  constructor(clock: Clock, address: () => Address) {
    this.#clock = clock;
    this.#address = address;
  }

  /** @param body - JSON text, or none. */
  write(note: LedgerNote, body?: string): void {
    this.#seq += 1;
    const step = { seq: this.#seq, at: this.#clock.now() };
    this.#entries[this.#seq % capacity] =
      body !== undefined && body.length > maxBodyLength
        ? { ...step, note: { ...note, bodyLength: body.length }, body: undefined }
        : { ...step, note, body };
  }

  /**
   * One JSON object a line, without tokens; what has dropped out of the ledger shows as a gap in `seq`. Uploads stand
   * under their path alone: the port, which is another one each time, would make the same run look different.
   */
  *linesAfter(seq: number): Generator<string> {
    const last = this.#seq;
    const ownOrigin = new RegExp(
      `http://(?:localhost|127\\.0\\.0\\.1|\\[::1\\]):${this.#address().port}(?=/cdn/)`,
      'g',
    );
    for (let next = Math.max(seq, last - capacity, 0) + 1; next <= last; next += 1) {
      const entry = this.#entries[next % capacity];
      // A slow reader may find that a newer step has taken the place.
      if (entry?.seq === next) yield `${line(entry).replace(tokenPattern, '[token]').replace(ownOrigin, '')}\n`;
    }
  }
}

function line({ seq, at, note, body }: Entry): string {
  const head = JSON.stringify({ seq, at, ...note });
  return body === undefined ? head : `${head.slice(0, -1)},"body":${body}}`;
}

/** Any text as JSON on one line: what is no JSON becomes a string. */
export function asJson(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text));
  } catch {
    return JSON.stringify(text);
  }
}
