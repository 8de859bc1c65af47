import type { EventKind, EventPayload, Frame } from '@botwright/protocol';
import { isEventKind, Unreadable } from '@botwright/protocol/facts';
import { EventUnreadable } from '../errors.js';
import type { GatewayStats } from '../gateway/stats.js';
import type { TextFrame } from '../gateway/text-frame.js';
import type { Logger } from '../log.js';
import type { Replay } from '../replay/replay.js';
import { loadSchemas } from '../schemas.js';
import type { SharedTokenWatch } from '../shared-token.js';
import type { Dispatcher } from './dispatcher.js';
import type { Reader } from './reader.js';

/** Turns frames into events: nothing is parsed that nobody listens to. */
export class Intake {
  readonly #reported = new Set<string>();
  /** What came since an event whose schema is being loaded, that event first; undefined while there is none. */
  #held: Frame[] | undefined;

  constructor(
    private readonly dispatcher: Dispatcher,
    private readonly replay: Replay,
    private readonly reader: Reader,
    private readonly stats: GatewayStats,
    private readonly log: Logger,
    private readonly sharedToken: SharedTokenWatch,
  ) {}

  receive(kind: string, text: TextFrame, parsed?: Frame): void {
    const isHeard = this.dispatcher.hears(kind);
    if (!isHeard && (isEventKind(kind) || !this.dispatcher.hearsUnknown)) {
      this.stats.eventsUnheard += 1;
      return;
    }
    const frame = parsed ?? text.parse(kind);
    // A frame that names itself twice is read as another one than it began as.
    if (frame?.t !== kind) this.stats.framesIgnored += 1;
    else if (this.#held) this.#held.push(frame);
    else if (isHeard) this.#read(kind, frame);
    else this.#passOn(frame);
  }

  #read(kind: EventKind, frame: Frame): void {
    const payload = this.reader.event(kind, frame.d);
    if (payload === undefined) this.#hold(frame);
    else this.#take(kind, frame, payload);
  }

  #take(kind: EventKind, frame: Frame, payload: EventPayload<EventKind> | Unreadable): void {
    if (!(payload instanceof Unreadable)) {
      if (kind === 'MESSAGE_SEND') this.sharedToken.see((payload as EventPayload<'MESSAGE_SEND'>).message);
      this.replay.take(kind, payload);
      return;
    }
    this.stats.eventsUnreadable += 1;
    this.#report(new EventUnreadable(kind, payload.problem));
    this.replay.takeUnknown(frame);
  }

  /** Until the schemas are loaded all events wait, so that those of a channel keep their order. */
  #hold(frame: Frame): void {
    this.#held = [frame];
    loadSchemas().then(
      () => this.#letGo(),
      (cause: unknown) => this.#letGo(new Unreadable(`its schema could not be loaded (${String(cause)})`)),
    );
  }

  /** @param unloadable - What is said of events whose schemas are still missing. */
  #letGo(unloadable?: Unreadable): void {
    const held = this.#held ?? [];
    this.#held = undefined;
    for (const frame of held) {
      const kind = frame.t;
      const payload = isEventKind(kind) ? (this.reader.event(kind, frame.d) ?? unloadable) : undefined;
      if (payload) this.#take(kind as EventKind, frame, payload);
      else this.#passOn(frame);
    }
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
