import type { CommandContext } from '../context.js';
import { Duration } from '../duration.js';
import { en } from '../texts/en.js';
import type { MomentWords, UnitWords } from '../texts/phrases.js';
import { instantOf, utcOf, type WallTime, wallTimeAt } from '../zoned-time.js';
import { type ArgumentType, argumentType } from './argument-type.js';
import { ArgumentRefused } from './problems.js';

/** Where the clock hangs that a person means, as an IANA name such as `Europe/Berlin`. */
export type ZoneOf = string | ((context: CommandContext) => string | Promise<string>);

/**
 * A date or time: `2026-12-24`, `2026-12-24 18:00`, `18:00` (the next one), `6pm`, `tomorrow 9:30`, `friday`,
 * `in 2 hours`, `3 days ago`, `24.12.2026`, or ISO 8601 with an offset; in English and the language of who calls. A day
 * alone begins at midnight. Relative ones count from when the message was sent.
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
      const sentAt = Date.parse(context.message.createdAt);
      const instant = readMoment(written.trim().toLowerCase(), sentAt, where, context.texts.words);
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

/** How the person who calls says moments and durations. */
interface Spoken {
  readonly moments: MomentWords;
  readonly units: UnitWords;
}

function readMoment(text: string, now: number, zone: string, spoken: Spoken): number | undefined {
  if (text.length > 60) return undefined;
  return readExact(text) ?? readIn(text, now, zone, spoken) ?? readIn(text, now, zone, en.words);
}

function readIn(text: string, now: number, zone: string, spoken: Spoken): number | undefined {
  return readRelative(text, now, spoken) ?? readWall(text, now, zone, spoken.moments);
}

/** ISO 8601 with an offset says all by itself. */
function readExact(text: string): number | undefined {
  const [, date] = /^(\d{4}-\d\d-\d\d)t\d\d:\d\d(?::\d\d(?:\.\d{1,3})?)?(?:z|[+-]\d\d:\d\d)$/.exec(text) ?? [];
  if (date === undefined || readDate(date) === undefined) return undefined;
  return Date.parse(text.toUpperCase());
}

function readRelative(text: string, now: number, { moments, units }: Spoken): number | undefined {
  if (moments.now.includes(text)) return now;
  const ahead = lengthIn(text, moments.ahead, units);
  const ago = lengthIn(text, moments.ago, units);
  if (ahead !== undefined) return now + ahead.ms;
  return ago && now - ago.ms;
}

/** The duration that stands for `…` in one of the phrases. */
function lengthIn(text: string, phrases: readonly string[], units: UnitWords): Duration | undefined {
  for (const phrase of phrases) {
    const [before = '', behind = ''] = phrase.split('…');
    if (!text.startsWith(before) || !text.endsWith(behind)) continue;
    const length = Duration.read(text.slice(before.length, text.length - behind.length), units);
    if (length instanceof Duration) return length;
  }
  return undefined;
}

/** A day, a time, or a day and a time on the wall. */
function readWall(text: string, now: number, zone: string, words: MomentWords): number | undefined {
  const said = withoutFirst(text, words.beforeDay);
  const [, date, word, behind = ''] = /^(?:(\d{4}-\d\d-\d\d)t(?=\d)|(\S+)(?: |$))(.*)$/.exec(said) ?? [];
  const day = readDay(date ?? word ?? '', wallTimeAt(now, zone), words);
  const time = readTime(withoutFirst(day === undefined ? text : behind, words.beforeTime), words);
  if (day !== undefined) {
    if (behind !== '' && time === undefined) return undefined;
    return instantOf({ ...day, ...(time ?? { hour: 0, minute: 0 }) }, zone);
  }
  if (time === undefined) return undefined;
  const today = { ...wallTimeAt(now, zone), ...time };
  const instant = instantOf(today, zone);
  return instant > now ? instant : instantOf({ ...today, day: today.day + 1 }, zone);
}

function withoutFirst(text: string, words: readonly string[]): string {
  const word = words.find((one) => text.startsWith(`${one} `));
  return word === undefined ? text : text.slice(word.length + 1);
}

function readDay(text: string, today: WallTime, { days, weekdays }: MomentWords): WallTime | undefined {
  const named = days.find(([word]) => word === text);
  if (named !== undefined) return { ...today, day: today.day + named[1] };
  const weekday = weekdays.findIndex((spellings) => spellings.includes(text));
  if (weekday < 0) return readDate(text);
  const between = (weekday - new Date(utcOf(today)).getUTCDay() + 6) % 7;
  return { ...today, day: today.day + between + 1 };
}

/** `2026-12-24`, or `24.12.2026`: with full stops, the day comes first everywhere. */
function readDate(text: string): WallTime | undefined {
  const [, byYear, byMonth, byDay] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(text) ?? [];
  const [, day = byDay, month = byMonth, year = byYear] = /^(\d{1,2})\.(\d{1,2})\.(\d{4})$/.exec(text) ?? [];
  if (year === undefined || Number(year) < 1000) return undefined;
  const wall = { year: Number(year), month: Number(month), day: Number(day), hour: 0, minute: 0 };
  const written = new Date(utcOf(wall));
  return written.getUTCMonth() === wall.month - 1 && written.getUTCDate() === wall.day ? wall : undefined;
}

function readTime(text: string, { behindTime }: MomentWords): { hour: number; minute: number } | undefined {
  const word = behindTime.find((one) => text.endsWith(` ${one}`));
  const said = word === undefined ? text : text.slice(0, -word.length - 1);
  const [, hours, minutes, half] = /^(\d{1,2})(?::(\d\d))?\s?(am|pm)?$/.exec(said) ?? [];
  if (hours === undefined || (minutes ?? half ?? word) === undefined) return undefined;
  const hour = Number(hours);
  const minute = Number(minutes ?? 0);
  if (minute > 59 || hour > (half === undefined ? 23 : 12) || (half !== undefined && hour === 0)) return undefined;
  if (half === undefined) return { hour, minute };
  return { hour: (hour % 12) + (half === 'pm' ? 12 : 0), minute };
}
