import { once } from 'node:events';
import type { ServiceSocket } from './service.js';

export const mebibyte = 2 ** 20;
const filling = Buffer.alloc(64 * 1024, 'x');

/** The head of a frame as a server sends it; `first` is its first byte. */
export function frameHead(first: number, length: number): Buffer {
  if (length < 126) return Buffer.from([first, length]);
  const head = Buffer.alloc(10);
  head[0] = first;
  head[1] = 127;
  head.writeBigUInt64BE(BigInt(length), 2);
  return head;
}

/** Writes that many bytes of filling, no faster than they are read, and stops when the connection ends. */
export async function fill({ raw }: ServiceSocket, length: number): Promise<void> {
  for (let left = length; left > 0 && raw.writable; left -= filling.length) {
    const isTaken = raw.write(filling.subarray(0, Math.min(left, filling.length)));
    if (!isTaken && raw.writable) await Promise.race([once(raw, 'drain'), once(raw, 'close')]);
  }
}
