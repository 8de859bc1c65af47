import { randomBytes } from 'node:crypto';

const shape = /^bw-[\w-]{12}-[0-9a-z]+$/;

/**
 * Names for the things a process creates, by which it knows them again. Whether the service keeps them is seen from its
 * answers (that it does is inferred).
 */
export class Nonces {
  readonly #prefix = `bw-${randomBytes(9).toString('base64url')}-`;
  #count = 0;
  #areKept = true;

  /** A nonce that no other process and no other call has. */
  next(): string {
    this.#count += 1;
    return this.#prefix + this.#count.toString(36);
  }

  /** Whether this process made a nonce: another bot with the same token shows by messages of the bot that are not ours. */
  isOurs(nonce: string | null): boolean {
    return nonce?.startsWith(this.#prefix) === true;
  }

  /** Whether another process made it in the same way; one that a caller chose says nothing about who called. */
  isAnothers(nonce: string | null): boolean {
    return typeof nonce === 'string' && shape.test(nonce) && !this.isOurs(nonce);
  }

  /** False once a thing came back without the nonce that it was sent with. */
  get areKept(): boolean {
    return this.#areKept;
  }

  /** Notes how a thing came back. */
  cameBack(sent: string, received: string | null): void {
    this.#areKept = sent === received;
  }
}
