import { once } from 'node:events';
import type { Duplex } from 'node:stream';

/** So many frames go out in one write, about 60 kB: a burst fills the reader's buffer as a busy service does. */
const framesAWrite = 64;

/** What a service writes of a message, as far as the messages of a burst differ. */
export interface Form {
  frame(said: { readonly id: string; readonly authorId: string }): string;
  /** An id as the service writes them, all of one length. */
  idOf(number: number): string;
}

interface Burst {
  readonly count: number;
  /** The messages come from so many people in turn. */
  readonly authors: number;
}

export interface Work extends Burst {
  /** So many messages come first, which are not counted. */
  readonly warmUp: number;
  /** What tells the contender that the warm-up is over, and that all was sent. */
  readonly begin: Buffer;
  readonly end: Buffer;
}

/**
 * More than one sign to begin, the last of which counts: at the first of its kind V8 gives up code that it made for
 * messages alone. Divides every warm-up.
 */
const signs = 10;

/** Whether a sign to begin is due when so much of the warm-up is done. */
export function isSignDue(done: number, warmUp: number): boolean {
  return done <= warmUp && done % (warmUp / signs) === 0;
}

/** Writes a warm-up and the work that counts, with signs between them. */
export async function writeWork(socket: Duplex, form: Form, work: Work, firstId: number): Promise<void> {
  const { warmUp, count, authors, begin, end } = work;
  for (let sent = 0; sent < warmUp; sent += warmUp / signs) {
    await writeBurst(socket, form, { count: warmUp / signs, authors: 1 }, firstId + sent);
    socket.write(begin);
  }
  await writeBurst(socket, form, { count, authors }, firstId + warmUp);
  socket.write(end);
}

/** A text frame of a server: unmasked, in one piece. */
export function encoded(text: string): Buffer {
  const payload = Buffer.from(text);
  const isShort = payload.length < 126;
  const head = isShort ? [0x81, payload.length] : [0x81, 126, payload.length >> 8, payload.length & 0xff];
  return Buffer.concat([Buffer.from(head), payload]);
}

/**
 * Writes messages to a socket as fast as it takes them. The frames are encoded once and get their ids in place, since a
 * service that is slower than the bot would make the bot wake up for each frame alone.
 */
async function writeBurst(socket: Duplex, form: Form, burst: Burst, firstId: number): Promise<void> {
  const { count, authors } = burst;
  const placeholders = { id: form.idOf(0xfffff), authorId: form.idOf(0xffffe) };
  const frame = encoded(form.frame(placeholders));
  const idAt = frame.indexOf(placeholders.id);
  const authorAt = frame.indexOf(placeholders.authorId);
  for (let sent = 0; sent < count; sent += framesAWrite) {
    const frames = Math.min(framesAWrite, count - sent);
    const bytes = Buffer.concat(Array.from({ length: frames }, () => frame));
    for (let index = 0; index < frames; index += 1) {
      const start = index * frame.length;
      bytes.write(form.idOf(firstId + sent + index), start + idAt, 'latin1');
      bytes.write(form.idOf(1 + ((sent + index) % authors)), start + authorAt, 'latin1');
    }
    if (!socket.write(bytes)) await once(socket, 'drain');
  }
}
