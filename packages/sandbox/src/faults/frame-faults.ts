import type { Clock } from '@botwright/clock';
import type { Connection } from '../gateway/connection.js';
import type { FaultBoard, Strike } from './fault-board.js';
import type { GatewayFault } from './rule.js';

export interface OutgoingFrame {
  readonly kind: string;
  readonly text: string;
}

/** What the gateway does with a frame or a connection; `fault` is the id of the rule that touched it. */
export interface FrameDoor {
  isOpen(connection: Connection): boolean;
  send(connection: Connection, frame: OutgoingFrame, fault: string): void;
  /** Writes down a frame that does not go out. */
  lose(connection: Connection, frame: OutgoingFrame, fault: string): void;
  close(connection: Connection, code: number, fault: string): void;
  cut(connection: Connection, fault: string): void;
}

interface Held {
  readonly connection: Connection;
  readonly rule: string;
  readonly frames: OutgoingFrame[];
}

/** Makes frames and connections go wrong. Only asked while there are rules for them. */
export class FrameFaults {
  readonly #board: FaultBoard;
  readonly #clock: Clock;
  readonly #door: FrameDoor;
  /** By what rule a connection is silent; ends with the rules. */
  readonly #silent = new Map<Connection, string>();
  /** Frames that wait to be sent in another order. */
  readonly #held = new Set<Held>();

  constructor(board: FaultBoard, clock: Clock, door: FrameDoor) {
    this.#board = board;
    this.#clock = clock;
    this.#door = door;
  }

  /** Sends a frame, unless a rule says otherwise. */
  pass(connection: Connection, frame: OutgoingFrame): 'untouched' | 'handled' {
    const silencer = this.#silent.get(connection);
    if (silencer !== undefined) {
      this.#door.lose(connection, frame, silencer);
      return 'handled';
    }
    const strike = this.#board.strikeFrame(frame.kind, connection.userId);
    if (strike === undefined) return 'untouched';
    this.#strikeFrame(connection, frame, strike);
    return 'handled';
  }

  /** Strikes a connection as such, where a rule says so. */
  meet(connection: Connection): void {
    const strike = this.#board.strikeConnection('open', connection.userId);
    if (strike) this.#strikeConnection(connection, strike);
  }

  /** The rules are others now: what the old ones held back goes out, and silence is over. */
  renew(): void {
    this.#silent.clear();
    for (const held of this.#held) this.#release(held, held.frames);
  }

  forget(connection: Connection): void {
    this.#silent.delete(connection);
    for (const held of this.#held) if (held.connection === connection) this.#held.delete(held);
  }

  #strikeFrame(connection: Connection, frame: OutgoingFrame, { id, fault }: Strike<GatewayFault>): void {
    if ('duplicate' in fault) {
      this.#door.send(connection, frame, id);
      this.#door.send(connection, frame, id);
    } else if ('delayMs' in fault) {
      this.#clock.setTimeout(() => {
        if (this.#door.isOpen(connection)) this.#door.send(connection, frame, id);
      }, fault.delayMs);
    } else if ('reorder' in fault) {
      this.#hold(connection, frame, id, fault.reorder);
    } else {
      this.#door.lose(connection, frame, id);
      this.#strikeConnection(connection, { id, fault });
    }
  }

  #strikeConnection(connection: Connection, { id, fault }: Strike<GatewayFault>): void {
    if ('close' in fault) this.#door.close(connection, fault.close, id);
    else if ('reset' in fault) this.#door.cut(connection, id);
    else if ('silence' in fault) this.#silent.set(connection, id);
  }

  #hold(connection: Connection, frame: OutgoingFrame, rule: string, size: number): void {
    const waiting = [...this.#held].find((held) => held.connection === connection && held.rule === rule);
    const held = waiting ?? { connection, rule, frames: [] };
    this.#held.add(held);
    held.frames.push(frame);
    if (held.frames.length >= size) this.#release(held, held.frames.toReversed());
  }

  #release(held: Held, frames: readonly OutgoingFrame[]): void {
    this.#held.delete(held);
    for (const frame of frames) this.#door.send(held.connection, frame, held.rule);
  }
}
