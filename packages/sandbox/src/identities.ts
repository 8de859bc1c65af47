import { createHmac, randomBytes } from 'node:crypto';

/** Ids and tokens that follow from a seed alone: the same seed and the same acts give the same ones. */
export class Identities {
  readonly #seed: string;
  #drawn: number;

  /** @param drawn - How many have been drawn before. */
  constructor(seed: string, drawn = 0) {
    this.#seed = seed;
    this.#drawn = drawn;
  }

  get drawn(): number {
    return this.#drawn;
  }

  /** Draws on as if so many had been drawn, if they are more than were. */
  goOnAfter(drawn: number): void {
    this.#drawn = Math.max(this.#drawn, drawn);
  }

  /** 16 lower-case hexadecimal characters, as the service's ids are (observed). */
  id(): string {
    return this.#draw().slice(0, 16);
  }

  /** The shape seen on the service: `tly_`, then four dotted parts of 16 hex and 8, 16 and 3 base-36 characters. */
  botToken(): string {
    return `tly_${this.#tokenBody()}`;
  }

  /** People have no tokens on the service; theirs look like a bot's but for the prefix. */
  personToken(): string {
    return `usr_${this.#tokenBody()}`;
  }

  /** The shape of the service's is unknown (inferred). */
  webhookToken(): string {
    return `whk_${this.#tokenBody()}`;
  }

  /** What stands for a place in a voice channel; opaque to clients (observed). */
  voiceToken(): string {
    return `vce_${this.#tokenBody()}`;
  }

  #tokenBody(): string {
    const digest = this.#draw();
    const letters = BigInt(`0x${digest.slice(16)}`)
      .toString(36)
      .padStart(27, '0');
    return `${digest.slice(0, 16)}.${letters.slice(-27, -19)}.${letters.slice(-19, -3)}.${letters.slice(-3)}`;
  }

  #draw(): string {
    this.#drawn += 1;
    return createHmac('sha256', this.#seed).update(String(this.#drawn)).digest('hex');
  }
}

/** A token for the control calls. It follows from nothing, since it opens more than any account does. */
export function controlToken(): string {
  return `ctl_${randomBytes(24).toString('hex')}`;
}

/** Finds tokens of every kind in text, so that they can be taken out. */
export const tokenPattern =
  /(?:tly|usr|whk|vce)_[0-9a-f]{16}\.[0-9a-z]{8}\.[0-9a-z]{16}\.[0-9a-z]{3}|ctl_[0-9a-f]{48}/g;
