import type { Duplex } from 'node:stream';
import { close as closeFrame, encodeFrame, masked, opcodes, ping, type WireFrame } from './frame.js';

/** Nothing that has to come takes longer. */
const patienceMs = 5_000;
const probe = 'do you still read?';

interface Close {
  /** 1005 stands for none. */
  readonly code: number;
  readonly reason: string;
}

/** One end of a TCP connection that speaks WebSocket, right or wrong, as a case says, and notes what the other end says. */
export class WirePeer {
  readonly texts: string[] = [];
  /** Byte for byte, as latin1. */
  readonly pongs: string[] = [];
  /** Rules that the other end broke. */
  readonly violations: string[] = [];
  close: Close | undefined;
  isOver = false;
  #unread: Buffer = Buffer.alloc(0);
  #probes = 0;
  #look: () => void = () => undefined;

  constructor(
    private readonly stream: Duplex,
    private readonly role: 'client' | 'server',
  ) {
    stream.on('data', (bytes: Buffer) => this.#read(bytes));
    // Writing to an end that is gone is what some cases are about.
    stream.on('error', () => undefined);
    for (const end of ['end', 'close']) {
      stream.on(end, () => {
        this.isOver = true;
        this.#look();
      });
    }
  }

  /** Writes frames, so many bytes at once, until the other end wants no more. */
  async write(frames: readonly WireFrame[], chop = Number.POSITIVE_INFINITY): Promise<void> {
    const bytes = Buffer.concat(frames.map((frame) => encodeFrame(frame, this.role)));
    for (let at = 0; at < bytes.length && this.stream.writable && !this.isOver; at += chop) {
      const isTaken = this.stream.write(bytes.subarray(at, at + chop));
      if (chop < bytes.length) await new Promise((resolve) => setImmediate(resolve));
      if (!isTaken) await this.until(() => this.stream.writableLength === 0 || !this.stream.writable);
    }
  }

  /** Waits for something to become true; false when it does not. */
  until(condition: () => boolean): Promise<boolean> {
    if (condition()) return Promise.resolve(true);
    const { stream } = this;
    return new Promise((resolve) => {
      const settle = (outcome: boolean) => {
        clearTimeout(timer);
        stream.off('drain', look);
        resolve(outcome);
      };
      const look = () => condition() && settle(true);
      const timer = setTimeout(() => settle(false), patienceMs);
      stream.on('drain', look);
      this.#look = look;
    });
  }

  /** Whether the other end still answers a ping. */
  async stillStands(): Promise<boolean> {
    const before = this.#probes;
    await this.write([ping(probe)]);
    await this.until(() => this.#probes > before || this.hasEnded);
    return this.#probes > before;
  }

  /** Whether the other end has closed, or is gone. */
  get hasEnded(): boolean {
    return this.close !== undefined || this.isOver;
  }

  /** Says goodbye, also in answer to one. */
  async sayClose(code?: number): Promise<void> {
    await this.write([closeFrame(code)]);
  }

  hangUp(): void {
    this.stream.end();
  }

  destroy(): void {
    this.stream.destroy();
  }

  #read(bytes: Buffer): void {
    this.#unread = Buffer.concat([this.#unread, bytes]);
    for (let length = this.#readFrame(); length > 0; length = this.#readFrame()) {
      this.#unread = this.#unread.subarray(length);
    }
    this.#look();
  }

  /** Takes the first frame, if it is whole. @returns its length, or 0. */
  #readFrame(): number {
    const bytes = this.#unread;
    const [first = 0, second = 0] = bytes;
    const short = second & 0x7f;
    const isMasked = (second & 0x80) !== 0;
    const lengthEnd = short === 127 ? 10 : short === 126 ? 4 : 2;
    const headEnd = lengthEnd + (isMasked ? 4 : 0);
    if (bytes.length < headEnd) return 0;
    const length = short === 127 ? Number(bytes.readBigUInt64BE(2)) : short === 126 ? bytes.readUInt16BE(2) : short;
    if (bytes.length < headEnd + length) return 0;
    const payload = bytes.subarray(headEnd, headEnd + length);
    this.#judge(first, isMasked, lengthEnd, length);
    this.#take(first & 0xf, isMasked ? masked(payload, bytes.subarray(lengthEnd, headEnd)) : payload);
    return headEnd + length;
  }

  #judge(first: number, isMasked: boolean, lengthEnd: number, length: number): void {
    const { violations } = this;
    const isControl = (first & 0x8) !== 0;
    if (isMasked === (this.role === 'client')) violations.push(isMasked ? 'masks as a server' : 'masks nothing');
    if ((first & 0x70) !== 0) violations.push('sets reserved bits');
    if (isControl && ((first & 0x80) === 0 || length > 125)) violations.push('a control frame in pieces, or too long');
    if (lengthEnd !== (length < 126 ? 2 : length < 65_536 ? 4 : 10)) violations.push('a length in too many bytes');
    if (this.close) violations.push('speaks after its close');
  }

  #take(opcode: number, payload: Buffer): void {
    const said = payload.toString('latin1');
    if (opcode === opcodes.text) this.texts.push(payload.toString());
    else if (opcode === opcodes.pong && said === probe) this.#probes += 1;
    else if (opcode === opcodes.pong) this.pongs.push(said);
    else if (opcode === opcodes.close) this.close = readClose(payload);
    else this.violations.push(`a frame of opcode ${opcode}`);
  }
}

function readClose(payload: Buffer): Close {
  if (payload.length < 2) return { code: 1005, reason: '' };
  return { code: payload.readUInt16BE(), reason: payload.subarray(2).toString() };
}
