import { ArgumentRefused, type ArgumentType, argumentType, Duration } from 'botwright';

/** How long somebody is muted, and why. Without a duration it lasts until somebody ends it. */
export interface MuteTerms {
  readonly duration?: Duration;
  readonly reason?: string;
}

const shortest = new Duration(1000);
const longest = new Duration(365 * 24 * 60 * 60 * 1000);
const longestReason = 500;

/** Six units with their numbers and an `and` between each. */
const mostWords = 17;

/** `[duration] [reason…]` as one text: as many of the first words as make a duration are one, the rest is the reason. */
export function muteTerms(): ArgumentType<MuteTerms> {
  return argumentType({ name: 'duration, reason', parse: readTerms });
}

function readTerms(written: string): MuteTerms {
  const { duration, rest } = splitOffDuration(written);
  if (duration !== undefined && (duration.ms < shortest.ms || duration.ms > longest.ms)) throw outOfRange();
  if (rest.length > longestReason) {
    throw new ArgumentRefused({ code: 'WRONG_LENGTH', length: rest.length, least: undefined, most: longestReason });
  }
  return { ...(duration && { duration }), ...(rest !== '' && { reason: rest }) };
}

function splitOffDuration(written: string): { duration?: Duration; rest: string } {
  const ends = [...written.matchAll(/\S+/g)].map(({ index, 0: word }) => index + word.length);
  for (const end of ends.slice(0, mostWords).reverse()) {
    const duration = Duration.read(written.slice(0, end));
    if (duration === 'too-long') throw outOfRange();
    if (duration !== undefined) return { duration, rest: written.slice(end).trim() };
  }
  return { rest: written };
}

function outOfRange(): ArgumentRefused {
  return new ArgumentRefused({ code: 'OUT_OF_RANGE', least: shortest.toString(), most: longest.toString() });
}
