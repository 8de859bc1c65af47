import { OptionInvalid } from '@botwright/core';
import { mention, type UserId } from '@botwright/protocol';

const openingAngle = '<'.charCodeAt(0);

/** What a message has to begin with to be a command. Prefixes are compared literally, case included. */
export class Prefixes {
  private readonly longestFirst: readonly string[];
  private readonly firstUnits: ReadonlySet<number>;

  /** @throws {OptionInvalid} for an empty or blank prefix, which every message would have. */
  constructor(private readonly given: readonly string[]) {
    for (const prefix of given) {
      if (prefix.trim() === '') throw new OptionInvalid('prefix', prefix, 'a text that is not blank, such as "!"');
    }
    this.longestFirst = given.toSorted((one, other) => other.length - one.length);
    this.firstUnits = new Set(given.map((prefix) => prefix.charCodeAt(0)));
  }

  /** The one to show to people; `undefined` when there is none but mentioning the bot. */
  get shown(): string | undefined {
    return this.given[0];
  }

  /** Where a message's prefix ends; 0 when it has none. Looks at one character of nearly all messages. */
  endIn(content: string): number {
    if (!this.firstUnits.has(content.charCodeAt(0))) return 0;
    return this.longestFirst.find((prefix) => content.startsWith(prefix))?.length ?? 0;
  }
}

/** Whether a message may begin with a mention; which one costs a look at the bot's id. */
export function mayBeginWithMention(content: string): boolean {
  return content.charCodeAt(0) === openingAngle;
}

/** Where the mention of the bot ends that a message begins with; 0 when it begins with none. */
export function endOfMention(content: string, botId: UserId): number {
  const spelling = mention(botId);
  return content.startsWith(spelling) ? spelling.length : 0;
}
