/** A person counts as typing for this long after the last sign of it. */
const lastsMs = 6000;

/** How often a typing person is announced, at most. */
const repeatMs = 4000;

/** Forgets typists of whom nothing has been heard for a while. */
export class TypistTimers {
  private readonly timers = new Map<string, number>();

  constructor(private readonly forget: (channelId: string, userId: string) => void) {}

  restart(channelId: string, userId: string): void {
    const key = `${channelId} ${userId}`;
    window.clearTimeout(this.timers.get(key));
    const timer = window.setTimeout(() => {
      this.timers.delete(key);
      this.forget(channelId, userId);
    }, lastsMs);
    this.timers.set(key, timer);
  }

  clear(): void {
    for (const timer of this.timers.values()) window.clearTimeout(timer);
    this.timers.clear();
  }
}

/** Lets a keystroke through only when the last one that was let through is a while ago. */
export class TypingThrottle {
  private lastAt = Number.NEGATIVE_INFINITY;
  private lastChannelId = '';

  shouldTell(channelId: string, now = performance.now()): boolean {
    if (channelId === this.lastChannelId && now - this.lastAt < repeatMs) return false;
    this.lastAt = now;
    this.lastChannelId = channelId;
    return true;
  }

  /** After a message was sent the next keystroke is news again. */
  reset(): void {
    this.lastAt = Number.NEGATIVE_INFINITY;
  }
}
