import type { CommandContext } from '../context.js';
import { Duration } from '../duration.js';
import { instantOf, utcOf, type WallTime, wallTimeAt } from '../zoned-time.js';
import { type ArgumentType, argumentType } from './argument-type.js';
import { ArgumentRefused } from './problems.js';

/** Where the clock hangs that a person means, as an IANA name such as `Europe/Berlin`. */
export type ZoneOf = string | ((context: CommandContext) => string | Promise<string>);

const weekdays = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'];
const dayMs = 86_400_000;

/**
 * A date or time: `2026-12-24`, `2026-12-24 18:00`, `18:00` (the next one), `6pm`, `tomorrow 9:30`, `friday`,
 * `in 2 hours`, `3 days ago`, or ISO 8601 with an offset. A day alone begins at midnight. Relative ones count from when
 * the message was sent.
 *
 * @param zone - For what is written without an offset; UTC unless it is said. What a function gives is not checked.
 * @throws {RangeError} for a zone that is none.
 */
export function dateTime({ zone = 'UTC' }: { readonly zone?: ZoneOf } = {}): ArgumentType<Date> {
  if (typeof zone === 'string') wallTimeAt(0, zone);
  return argumentType({
    name: 'date',
    async parse(written, context) {
      const where = typeof zone === 'string' ? zone : await zone(context);
      const instant = readMoment(written.trim().toLowerCase(), Date.parse(context.message.createdAt), where);
      if (instant === undefined || Number.isNaN(new Date(instant).getTime())) throw new ArgumentRefused('date');
      return new Date(instant);
    },
    sample: (random) =>
      random.pick([
        '2026-12-24',
        '2026-12-24 18:00',
        '18:00',
        '6pm',
        'tomorrow 9:30',
        'Friday',
        'in 2 hours',
        '3 days ago',
      ]),
    counterexample: (random) => random.pick(['2026-02-30', '25:00', 'soon', '13pm', 'in soon', '', '2026-1']),
  });
}

function readMoment(text: string, now: number, zone: string): number | undefined {
  if (text.length > 60) return undefined;
  return readExact(text) ?? readRelative(text, now) ?? readWall(text, now, zone);
}

/** ISO 8601 with an offset says all by itself. */
function readExact(text: string): number | undefined {
  const [, date] = /^(\d{4}-\d\d-\d\d)t\d\d:\d\d(?::\d\d(?:\.\d{1,3})?)?(?:z|[+-]\d\d:\d\d)$/.exec(text) ?? [];
  if (date === undefined || readDay(date, 0, 'UTC') === undefined) return undefined;
  return Date.parse(text.toUpperCase());
}

function readRelative(text: string, now: number): number | undefined {
  if (text === 'now') return now;
  const ahead = /^in (.+)$/.exec(text)?.[1];
  const ago = /^(.+) ago$/.exec(text)?.[1];
  const length = Duration.read(ahead ?? ago ?? '');
  if (!(length instanceof Duration)) return undefined;
  return ahead === undefined ? now - length.ms : now + length.ms;
}

/** A day, a time, or a day and a time on the wall. */
function readWall(text: string, now: number, zone: string): number | undefined {
  const [, date, word, behind = ''] = /^(?:next )?(?:(\d{4}-\d\d-\d\d)t(?=\d)|(\S+)(?: at | |$))(.*)$/.exec(text) ?? [];
  const day = readDay(date ?? word ?? '', now, zone);
  const time = readTime(day === undefined ? text : behind);
  if (day !== undefined) {
    if (behind !== '' && time === undefined) return undefined;
    return instantOf({ ...day, ...(time ?? { hour: 0, minute: 0 }) }, zone);
  }
  if (time === undefined) return undefined;
  const today = { ...wallTimeAt(now, zone), ...time };
  const instant = instantOf(today, zone);
  return instant > now ? instant : instantOf({ ...today, day: today.day + 1 }, zone);
}

function readDay(text: string, now: number, zone: string): WallTime | undefined {
  const today = wallTimeAt(now, zone);
  const ahead = ['today', 'tomorrow'].indexOf(text);
  if (ahead >= 0) return { ...today, day: today.day + ahead };
  if (text === 'yesterday') return { ...today, day: today.day - 1 };
  const weekday = weekdays.indexOf(text);
  if (weekday >= 0) {
    const days = (weekday - new Date(utcOf(today)).getUTCDay() + 6) % 7;
    return { ...today, day: today.day + days + 1 };
  }
  const [year, month, day] = (/^(\d{4})-(\d\d)-(\d\d)$/.exec(text) ?? []).slice(1).map(Number);
  if (year === undefined || month === undefined || day === undefined || year < 1000) return undefined;
  const wall = { year, month, day, hour: 0, minute: 0 };
  const written = new Date(utcOf(wall));
  return written.getUTCMonth() === month - 1 && written.getUTCDate() === day && written.getTime() % dayMs === 0
    ? wall
    : undefined;
}

function readTime(text: string): { hour: number; minute: number } | undefined {
  const [, hours, minutes, half] = /^(\d{1,2})(?::(\d\d))?\s?(am|pm)?$/.exec(text) ?? [];
  if (hours === undefined || (minutes === undefined && half === undefined)) return undefined;
  const hour = Number(hours);
  const minute = Number(minutes ?? 0);
  if (minute > 59 || hour > (half === undefined ? 23 : 12) || (half !== undefined && hour === 0)) return undefined;
  if (half === undefined) return { hour, minute };
  return { hour: (hour % 12) + (half === 'pm' ? 12 : 0), minute };
}
