import { OptionInvalid } from '@botwright/core';
import type { UserId } from '@botwright/protocol';
import { mention } from '@botwright/protocol/facts';

/** A text, compared literally, or a regular expression of the bot's author with the flag `y`. */
export type Prefix = string | RegExp;

const openingAngle = '<'.charCodeAt(0);

/** What a message has to begin with to be a command. */
export class Prefixes {
  private readonly texts: readonly string[];
  private readonly patterns: readonly RegExp[];
  /** `undefined` when the first character alone excludes nothing. */
  private readonly firstUnits: ReadonlySet<number> | undefined;

  /**
   * @param ignoreCase - Compares letter by letter, each in lower case; a letter whose case has another length, such as
   * the dotted capital I, is only equal to itself.
   * @throws {OptionInvalid} for an empty or blank prefix, which every message would have, and for an expression that
   * could match further on.
   */
  constructor(
    private readonly given: readonly Prefix[],
    private readonly ignoreCase = false,
  ) {
    for (const prefix of given) checkPrefix(prefix);
    this.texts = given
      .filter((prefix) => typeof prefix === 'string')
      .toSorted((one, other) => other.length - one.length);
    this.patterns = given.filter((prefix) => typeof prefix !== 'string');
    const isPlain = this.patterns.length === 0 && !ignoreCase;
    this.firstUnits = isPlain ? new Set(this.texts.map((prefix) => prefix.charCodeAt(0))) : undefined;
  }

  /** The one to show to people; `undefined` when there is none but mentioning the bot. */
  get shown(): string | undefined {
    return this.given.find((prefix) => typeof prefix === 'string');
  }

  /** Where a message's prefix ends, the longest of several; 0 when it has none. Looks at one character of nearly all. */
  endIn(content: string): number {
    if (this.firstUnits !== undefined && !this.firstUnits.has(content.charCodeAt(0))) return 0;
    const text = this.texts.find((prefix) => this.begins(content, prefix))?.length ?? 0;
    return this.patterns.reduce((end, pattern) => Math.max(end, matchEnd(pattern, content)), text);
  }

  /** These and others. */
  with(others: Prefixes): Prefixes {
    return others.given.length === 0 ? this : new Prefixes([...this.given, ...others.given], this.ignoreCase);
  }

  private begins(content: string, prefix: string): boolean {
    if (!this.ignoreCase) return content.startsWith(prefix);
    if (content.length < prefix.length) return false;
    for (let index = 0; index < prefix.length; index++) {
      const [one, other] = [content.charAt(index), prefix.charAt(index)];
      if (one !== other && !isSameLetter(one, other)) return false;
    }
    return true;
  }
}

function isSameLetter(one: string, other: string): boolean {
  const lower = one.toLowerCase();
  return lower.length === 1 && lower === other.toLowerCase();
}

function checkPrefix(prefix: Prefix): void {
  if (typeof prefix === 'string') {
    if (prefix.trim() === '') throw new OptionInvalid('prefix', prefix, 'a text that is not blank, such as "!"');
  } else if (!prefix.sticky) {
    throw new OptionInvalid('prefix', prefix, 'a regular expression with the flag y, which matches at the beginning');
  }
}

function matchEnd(pattern: RegExp, content: string): number {
  pattern.lastIndex = 0;
  return pattern.exec(content)?.[0].length ?? 0;
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

/** The role that a message begins by mentioning (the spelling is inferred), and where the mention ends. */
export function roleMentioned(content: string): { readonly roleId: string; readonly end: number } | undefined {
  const [whole, roleId] = /^<@&([\w-]{1,128})>/.exec(content) ?? [];
  return whole === undefined || roleId === undefined ? undefined : { roleId, end: whole.length };
}
