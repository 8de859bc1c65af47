import type { Clock } from '@botwright/clock';
import type { Message, User } from '@botwright/protocol';

/** What becomes of the calls of other bots. */
export type OtherBots = 'ignored' | 'answered';

/** Two bots that answer each other so often say four things in that time, and then nothing any more. */
const callsAnswered = 2;
const withinMs = 10_000;
/** Bots that call in more channels than this within ten seconds are answered more often. */
const mostRemembered = 10_000;

/** Tells who may call. Two bots that answer each other would never end, so another bot is answered a few times only. */
export class Callers {
  /** When the last calls of a bot in a channel were answered; the pair that called longest ago first. */
  readonly #answeredAt = new Map<string, readonly number[]>();

  constructor(
    private readonly otherBots: OtherBots,
    private readonly clock: Clock,
  ) {}

  /** Whether accounts of this kind may call: webhooks and the system never do. */
  mayCall({ bot, system, webhook }: User): boolean {
    return !system && !webhook && (!bot || this.otherBots === 'answered');
  }

  /** Whether a call is answered. Of one bot in one channel only 2 are within any 10 seconds; each that is counts. */
  admits({ createdBy, channelId }: Message): boolean {
    if (!createdBy.bot) return true;
    const pair = `${createdBy.id} ${channelId}`;
    const now = this.clock.monotonic();
    const recent = (this.#answeredAt.get(pair) ?? []).filter((at) => now - at < withinMs);
    if (recent.length >= callsAnswered) return false;
    this.#answeredAt.delete(pair);
    this.#answeredAt.set(pair, [...recent, now]);
    const [oldest] = this.#answeredAt.keys();
    if (this.#answeredAt.size > mostRemembered && oldest !== undefined) this.#answeredAt.delete(oldest);
    return true;
  }
}
