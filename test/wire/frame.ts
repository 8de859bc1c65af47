/** A frame as RFC 6455 draws it, and as it forbids it. */
export interface WireFrame {
  readonly opcode: number;
  readonly payload?: Buffer;
  /** Whether it ends its message; default true. */
  readonly fin?: boolean;
  /** The three reserved bits as a number: 4 is the first, 1 the last. */
  readonly reserved?: number;
  /** In how many bits its length stands; the fewest that will do unless it is said. */
  readonly lengthBits?: 7 | 16 | 64;
  /** The length that it names in place of the one it has. */
  readonly namedLength?: bigint;
  /** Masked where its sender must not, or not masked where it must. */
  readonly wrongMask?: boolean;
}

export const opcodes = { continuation: 0, text: 1, binary: 2, close: 8, ping: 9, pong: 10 } as const;

const maskKey = Buffer.from([0x37, 0xfa, 0x21, 0x3d]);

/** The bytes of a frame; those of a client are masked. */
export function encodeFrame(frame: WireFrame, sender: 'client' | 'server'): Buffer {
  const { opcode, payload = Buffer.alloc(0), fin = true, reserved = 0, wrongMask = false } = frame;
  const isMasked = (sender === 'client') !== wrongMask;
  const head = [(fin ? 0x80 : 0) | (reserved << 4) | opcode];
  const length = encodeLength(frame, payload.length);
  length[0] = (length[0] ?? 0) | (isMasked ? 0x80 : 0);
  return Buffer.concat([Buffer.from(head), length, ...(isMasked ? [maskKey, masked(payload, maskKey)] : [payload])]);
}

function encodeLength({ namedLength, lengthBits }: WireFrame, length: number): Buffer {
  const named = namedLength ?? BigInt(length);
  const bits = lengthBits ?? (named < 126n ? 7 : named < 65_536n ? 16 : 64);
  if (bits === 7) return Buffer.from([Number(named)]);
  const field = Buffer.alloc(bits === 16 ? 3 : 9);
  field[0] = bits === 16 ? 126 : 127;
  if (bits === 16) field.writeUInt16BE(Number(named), 1);
  else field.writeBigUInt64BE(named, 1);
  return field;
}

export function masked(payload: Buffer, key: Buffer): Buffer {
  return payload.map((byte, index) => byte ^ (key[index & 3] ?? 0)) as Buffer;
}

export function text(payload: Buffer | string, rest: Partial<WireFrame> = {}): WireFrame {
  return { opcode: opcodes.text, payload: Buffer.from(payload), ...rest };
}

export function binary(payload: Buffer | string, rest: Partial<WireFrame> = {}): WireFrame {
  return { opcode: opcodes.binary, payload: Buffer.from(payload), ...rest };
}

export function continuation(payload: Buffer | string, rest: Partial<WireFrame> = {}): WireFrame {
  return { opcode: opcodes.continuation, payload: Buffer.from(payload), ...rest };
}

export function ping(payload: Buffer | string = '', rest: Partial<WireFrame> = {}): WireFrame {
  return { opcode: opcodes.ping, payload: Buffer.from(payload), ...rest };
}

export function pong(payload: Buffer | string = '', rest: Partial<WireFrame> = {}): WireFrame {
  return { opcode: opcodes.pong, payload: Buffer.from(payload), ...rest };
}

/** A close with a code and a reason; with neither it is empty. */
export function close(code?: number, reason: Buffer | string = ''): WireFrame {
  if (code === undefined) return { opcode: opcodes.close };
  const head = Buffer.alloc(2);
  head.writeUInt16BE(code);
  return { opcode: opcodes.close, payload: Buffer.concat([head, Buffer.from(reason)]) };
}

/** A message in frames that end at these places. */
export function inPieces(opcode: number, payload: Buffer, ends: readonly number[]): WireFrame[] {
  const bounds = [0, ...ends, payload.length];
  return bounds.slice(1).map((end, index) => ({
    opcode: index === 0 ? opcode : opcodes.continuation,
    payload: payload.subarray(bounds[index], end),
    fin: index === bounds.length - 2,
  }));
}

/** A message in frames of so many bytes. */
export function inPiecesOf(size: number, opcode: number, payload: Buffer): WireFrame[] {
  const count = Math.ceil(payload.length / size);
  return inPieces(
    opcode,
    payload,
    Array.from({ length: count - 1 }, (_, index) => (index + 1) * size),
  );
}
