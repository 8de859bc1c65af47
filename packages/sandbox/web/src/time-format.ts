const clock = new Intl.DateTimeFormat(undefined, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
const clockWithMs = new Intl.DateTimeFormat(undefined, {
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  fractionalSecondDigits: 3,
  hourCycle: 'h23',
});
const day = new Intl.DateTimeFormat(undefined, { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' });
const whole = new Intl.DateTimeFormat(undefined, { dateStyle: 'full', timeStyle: 'medium' });

export function clockTime(timestamp: string): string {
  return clock.format(Date.parse(timestamp));
}

/** Of epoch milliseconds. */
export function clockTimeWithMs(at: number): string {
  return clockWithMs.format(at);
}

/** Time that has gone by, in the largest unit that suits it. */
export function timeSpan(ms: number): string {
  if (ms < 1000) return `${Math.round(ms)} ms`;
  return ms < 60_000 ? `${(ms / 1000).toFixed(1)} s` : `${(ms / 60_000).toFixed(1)} min`;
}

const units = [
  ['d', 86_400_000],
  ['h', 3_600_000],
  ['min', 60_000],
  ['s', 1000],
] as const;

/** Time to come, rounded up to seconds, by its two largest units: `9 min 58 s`. */
export function waitingTime(ms: number): string {
  let left = Math.ceil(ms / 1000) * 1000;
  const parts: string[] = [];
  for (const [unit, unitMs] of units) {
    const count = Math.floor(left / unitMs);
    left -= count * unitMs;
    if (count > 0) parts.push(`${count} ${unit}`);
  }
  return parts.slice(0, 2).join(' ') || '0 s';
}

/** Of epoch milliseconds, in UTC, to the second. */
export function utcTime(at: number): string {
  return `${new Date(at).toISOString().slice(0, 19).replace('T', ' ')} UTC`;
}

export function fullTime(timestamp: string): string {
  return whole.format(Date.parse(timestamp));
}

/** The day as a heading of a conversation names it. */
export function dayName(timestamp: string, now = new Date()): string {
  const then = new Date(timestamp);
  return isSameDay(then, now) ? 'Today' : day.format(then);
}

export function isSameDay(a: Date, b: Date): boolean {
  return a.toDateString() === b.toDateString();
}
