/** Date and time on somebody's wall. Months count from 1. */
export interface WallTime {
  readonly year: number;
  readonly month: number;
  readonly day: number;
  readonly hour: number;
  readonly minute: number;
}

const formats = new Map<string, Intl.DateTimeFormat>();
const mostFormats = 500;

/** @throws {RangeError} for a zone that is none. */
function formatOf(zone: string): Intl.DateTimeFormat {
  const known = formats.get(zone);
  if (known !== undefined) return known;
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
  });
  if (formats.size === mostFormats) formats.clear();
  formats.set(zone, format);
  return format;
}

/** What the clocks of a zone show at an instant. */
export function wallTimeAt(instant: number, zone: string): WallTime {
  const parts = new Map(
    formatOf(zone)
      .formatToParts(instant)
      .map(({ type, value }) => [type, Number(value)]),
  );
  const part = (name: 'year' | 'month' | 'day' | 'hour' | 'minute') => parts.get(name) ?? 0;
  return { year: part('year'), month: part('month'), day: part('day'), hour: part('hour'), minute: part('minute') };
}

/**
 * The instant at which the clocks of a zone show a time, in epoch milliseconds. Of a time that comes twice it is the
 * first; one that is skipped lies as far behind the gap as it lies inside it.
 */
export function instantOf(wall: WallTime, zone: string): number {
  const asUtc = utcOf(wall);
  const offsetAt = (instant: number) => utcOf(wallTimeAt(instant, zone)) - floorToMinute(instant);
  const before = asUtc - offsetAt(asUtc - 86_400_000);
  const after = asUtc - offsetAt(asUtc + 86_400_000);
  return [before, after].find((instant) => instant + offsetAt(instant) === asUtc) ?? before;
}

/** The wall time as if the zone were UTC; a day that the month lacks runs over into the next. */
export function utcOf({ year, month, day, hour, minute }: WallTime): number {
  return Date.UTC(year, month - 1, day, hour, minute);
}

function floorToMinute(instant: number): number {
  return Math.floor(instant / 60_000) * 60_000;
}
