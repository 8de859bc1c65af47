import { type EventKind, type EventPayload, type Frame, isEventKind, readEvent, Unreadable } from '@botwright/protocol';
import { EventUnreadable } from '../errors.js';
import { parseFrame } from '../gateway/frame.js';
import type { GatewayStats } from '../gateway/stats.js';
import type { Logger } from '../log.js';
import type { Validation } from '../options.js';
import type { Replay } from '../replay/replay.js';
import type { SharedTokenWatch } from '../shared-token.js';
import type { Dispatcher } from './dispatcher.js';

/** Turns frames into events: nothing is parsed that nobody listens to. */
export class Intake {
  readonly #reported = new Set<string>();

  constructor(
    private readonly dispatcher: Dispatcher,
    private readonly replay: Replay,
    private readonly validate: Validation,
    private readonly stats: GatewayStats,
    private readonly log: Logger,
    private readonly sharedToken: SharedTokenWatch,
  ) {}

  receive(kind: string, bytes: Buffer, parsed?: Frame): void {
    const isKnown = isEventKind(kind);
    if (!(isKnown ? this.dispatcher.hears(kind) : this.dispatcher.hearsUnknown)) {
      this.stats.eventsUnheard += 1;
      return;
    }
    const frame = parsed ?? parseFrame(bytes);
    // A frame that names itself twice is read as another one than it began as.
    if (frame?.t !== kind) this.stats.framesIgnored += 1;
    else if (isKnown) this.#read(kind, frame);
    else this.#passOn(frame);
  }

  #read(kind: EventKind, frame: Frame): void {
    const payload = readEvent(kind, frame.d, this.validate);
    if (!(payload instanceof Unreadable)) {
      if (kind === 'MESSAGE_SEND') this.sharedToken.see((payload as EventPayload<'MESSAGE_SEND'>).message);
      this.replay.take(kind, payload);
      return;
    }
    this.stats.eventsUnreadable += 1;
    this.#report(new EventUnreadable(kind, payload.problem));
    this.replay.takeUnknown(frame);
  }

  #passOn(frame: Frame): void {
    this.stats.eventsUnknown += 1;
    this.replay.takeUnknown(frame);
  }

  /** Once a kind: what is wrong with one event is likely wrong with thousands. */
  #report(error: EventUnreadable): void {
    if (this.#reported.has(error.kind)) return;
    this.#reported.add(error.kind);
    this.log.warn({ err: error }, 'an event could not be read; further ones of its kind are only counted');
  }
}
