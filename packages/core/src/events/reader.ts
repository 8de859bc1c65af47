import type { EventKind, EventPayload, Ready } from '@botwright/protocol';
import { eventNames, firstProblem, isReadLightly, readLightly, readReady, Unreadable } from '@botwright/protocol/facts';
import type { Validation } from '../options.js';
import { loadSchemas, type Schemas, schemasAtHand } from '../schemas.js';
import type { Dispatcher } from './dispatcher.js';

/** Reads what comes by the gateway, as closely as a client was told to. */
export class Reader {
  constructor(
    private readonly mode: Validation,
    private readonly dispatcher: Pick<Dispatcher, 'hears'>,
  ) {}

  /** What a connection is to wait for: the schemas, where it is known beforehand that they are needed. */
  prepared(): Promise<unknown> | undefined {
    return this.#needsSchemas() && schemasAtHand() === undefined ? loadSchemas() : undefined;
  }

  /** Reads READY's payload, once `prepared`. */
  ready(payload: unknown): Ready | Unreadable {
    if (this.mode === 'light') return readReady(payload);
    const schemas = schemasAtHand() as Schemas;
    // Once a connection: what zod would compile for it costs more than it saves.
    const read = schemas.Ready.safeParse(payload, { jitless: true });
    return read.success ? read.data : new Unreadable(firstProblem(read.error));
  }

  /** Reads an event's payload. Undefined while that takes schemas which are not loaded. */
  event<Kind extends EventKind>(kind: Kind, payload: unknown): EventPayload<Kind> | Unreadable | undefined {
    const light = this.mode === 'light' ? readLightly(kind, payload) : undefined;
    return light ?? schemasAtHand()?.readEvent(kind, payload, 'full');
  }

  #needsSchemas(): boolean {
    return this.mode === 'full' || eventNames.some((kind) => !isReadLightly(kind) && this.dispatcher.hears(kind));
  }
}
