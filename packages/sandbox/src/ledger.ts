import { tokenPattern } from './identities.js';

/** What is written down of one step. `by` is whose call or connection it is, null where nobody was recognised. */
export type LedgerNote =
  | RequestNote
  | AnswerNote
  | {
      readonly kind: 'frame-in' | 'frame-out' /** Null for what is no frame. */;
      readonly event: string | null;
      readonly by: string;
    }
  | { readonly kind: 'open'; readonly by: string }
  | { readonly kind: 'close'; readonly by: string | null; readonly code: number; readonly reason: string }
  | { readonly kind: 'reset' };

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
  readonly #entries: Entry[] = [];
  #seq = 0;

  /** @param body - JSON text, or none. */
  write(note: LedgerNote, body?: string): void {
    this.#seq += 1;
    const step = { seq: this.#seq, at: Date.now() };
    this.#entries[this.#seq % capacity] =
      body !== undefined && body.length > maxBodyLength
        ? { ...step, note: { ...note, bodyLength: body.length }, body: undefined }
        : { ...step, note, body };
  }

  /** One JSON object a line, without tokens; what has dropped out of the ledger shows as a gap in `seq`. */
  *linesAfter(seq: number): Generator<string> {
    const last = this.#seq;
    for (let next = Math.max(seq, last - capacity, 0) + 1; next <= last; next += 1) {
      const entry = this.#entries[next % capacity];
      // A slow reader may find that a newer step has taken the place.
      if (entry?.seq === next) yield `${line(entry).replace(tokenPattern, '[token]')}\n`;
    }
  }
}

function line({ seq, at, note, body }: Entry): string {
  const head = JSON.stringify({ seq, at, ...note });
  return body === undefined ? head : `${head.slice(0, -1)},"body":${body}}`;
}
