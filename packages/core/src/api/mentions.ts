import type { UserId } from '@botwright/protocol';
import { OptionInvalid } from '../errors.js';

/** Who a message may notify. */
export interface AllowedMentions {
  /** These users, or all that are mentioned. */
  readonly users?: readonly UserId[] | true | undefined;
  /** `@everyone` and `@here`. */
  readonly everyone?: boolean | undefined;
}

/** Invisible, and no part of any name: it parts the sign from what would make it a mention. */
const breaker = '\u200b';

/** `@` in all its widths, and the beginning of a mention of a user. One that is broken already is not found again. */
const sign = /[@＠﹫](?!\u200b)/g;
const opening = /([<＜﹤][@＠﹫])(?!\u200b)(?=([^<＜﹤>@＠﹫\s]*>)?)/g;
/** As many code units as `everyone` takes in the widest letters that normalise to it. */
const longestName = 16;
/** Far deeper than any draft; what is deeper, such as an embed of a hostile service that is sent on, ends in no stack. */
const deepest = 100;

/** The text with every mention broken that is not allowed. Text without one comes back as it is. */
export function defuseMentions(text: string, allowed: AllowedMentions = {}): string {
  if (!holdsSign(text)) return text;
  const withoutCalls = allowed.everyone === true ? text : defuseCalls(text);
  if (allowed.users === true) return withoutCalls;
  return withoutCalls.replace(opening, (match, _opening, rest = '') => {
    const isAllowed = match === '<@' && rest !== '' && mayMention(rest.slice(0, -1), allowed);
    return isAllowed ? match : match + breaker;
  });
}

/** Looking for one character is several times as fast as the expressions, and most texts hold none of the three. */
function holdsSign(text: string): boolean {
  return text.includes('@') || text.includes('＠') || text.includes('﹫');
}

/** Breaks `@everyone` and `@here`, also in letters that only normalise to them. */
function defuseCalls(text: string): string {
  return text.replace(sign, (match, offset: number) => {
    const name = text.slice(offset + 1, offset + 1 + longestName).normalize('NFKC');
    return /^(?:everyone|here)/i.test(name) ? match + breaker : match;
  });
}

interface Outgoing {
  readonly content?: string | null | undefined;
  readonly embeds?: unknown;
  readonly mentions?: { readonly users: readonly UserId[] } | undefined;
}

/** The same message, in which nothing notifies anybody who is not allowed. What was given is not changed. */
export function withInertMentions<Draft extends object>(draft: Draft, allowed: AllowedMentions = {}): Draft {
  const { content, embeds, mentions } = draft as Outgoing;
  const changes: { -readonly [Key in keyof Outgoing]: Outgoing[Key] } = {};
  if (typeof content === 'string') changes.content = defuseMentions(content, allowed);
  if (embeds !== undefined) changes.embeds = defuseDeep(embeds, allowed);
  if (mentions !== undefined) {
    changes.mentions = { ...mentions, users: mentions.users.filter((user) => mayMention(user, allowed)) };
  }
  return { ...draft, ...changes };
}

function mayMention(user: UserId, { users }: AllowedMentions): boolean {
  return users === true || users?.includes(user) === true;
}

/** The same JSON, with every text in it defused, wherever it stands; addresses are not shown and stay as they are. */
export function defuseDeep<Value>(value: Value, allowed: AllowedMentions = {}): Value {
  return defuseValue(value, allowed, 0) as Value;
}

function defuseValue(value: unknown, allowed: AllowedMentions, depth: number): unknown {
  if (typeof value === 'string') return defuseMentions(value, allowed);
  if (typeof value !== 'object' || value === null) return value;
  if (depth === deepest) throw new OptionInvalid('draft', value, `nested at most ${deepest} levels deep`);
  if (Array.isArray(value)) return value.map((item) => defuseValue(item, allowed, depth + 1));
  const entries = Object.entries(value).map(([key, item]) => {
    return [key, isAddress(key) ? item : defuseValue(item, allowed, depth + 1)];
  });
  return Object.fromEntries(entries);
}

function isAddress(key: string): boolean {
  return key === 'url' || key.endsWith('_url');
}
