import {
  type ChatContext,
  type CommandPart,
  type Commands,
  type PatternMatch,
  WrittenPattern,
} from '@botwright/commands';
import { type Api, type Client, currentHandling, type Logger } from '@botwright/core';
import type { ChannelId, EmojiId, EventPayload, MessageId, TeamId, User } from '@botwright/protocol';
import { ListenerInvalid } from './errors.js';
import type { Class } from './injection.js';

/** What a method with `@Hears` or `@Keyword` gets: a context to answer with, and what was heard. */
export interface HeardContext extends ChatContext {
  /** Where it stands in the message, with the groups of the pattern; a keyword has none beside itself. */
  readonly match: PatternMatch;
}

/** What a method with `@OnReaction` gets. */
export interface ReactionContext {
  readonly messageId: MessageId;
  readonly channelId: ChannelId;
  readonly teamId: TeamId | null;
  readonly emojiId: EmojiId;
  /** Whether it was given, else taken back. */
  readonly added: boolean;
  readonly user: User;
  readonly api: Api;
}

export interface HearsOptions {
  /** How long the pattern may take with one message, in milliseconds; default 40. */
  readonly budgetMs?: number;
}

export interface OnReactionOptions {
  /** When it is called: for those given, those taken back, or both; default `added`. */
  readonly when?: 'added' | 'removed' | 'both';
}

type Found = PatternMatch | undefined;
type Finder = (content: string, slow: () => void) => Found | Promise<Found>;

interface HeardRecord {
  readonly kind: 'heard';
  readonly method: string | symbol;
  readonly shown: string;
  readonly find: Finder;
}

interface ReactionRecord {
  readonly kind: 'reaction';
  readonly method: string | symbol;
  readonly emojis: ReadonlySet<EmojiId>;
  readonly when: Required<OnReactionOptions>['when'];
}

const records = new WeakMap<object, (HeardRecord | ReactionRecord)[]>();

type HeardDecorator = <Method extends (context: HeardContext) => unknown>(
  prototype: object,
  method: string | symbol,
  descriptor: TypedPropertyDescriptor<Method>,
) => void;

type ReactionDecorator = <Method extends (context: ReactionContext) => unknown>(
  prototype: object,
  method: string | symbol,
  descriptor: TypedPropertyDescriptor<Method>,
) => void;

/**
 * Hears each message of a person in which the pattern is found. The pattern runs beside the bot and is stopped when it takes
 * longer than it may, however it is written; the message goes by then, and the log says so once. For a minute nobody waits
 * for it any more: the channel's next events are handled meanwhile, and messages that come too quickly for it go by.
 */
export function Hears(pattern: RegExp, { budgetMs = 40 }: HearsOptions = {}): HeardDecorator {
  const written = new WrittenPattern(pattern.source, pattern.flags.replace(/[gy]/g, ''), budgetMs);
  const find: Finder = async (content, slow) => {
    // The channel waits for what is quick. A pattern that was not has its time again, but nobody waits for it.
    if (written.isSuspect) currentHandling()?.release();
    const match = await written.match(content);
    if (match !== 'too-slow') return match;
    slow();
    return undefined;
  };
  return recorded((method) => ({ kind: 'heard', method, shown: String(pattern), find }));
}

/** Hears each message of a person in which one of the words stands as a whole, in any case. */
export function Keyword(...words: readonly [string, ...string[]]): HeardDecorator {
  const pattern = new RegExp(`(?<![\\p{L}\\p{N}])(?:${words.map(literal).join('|')})(?![\\p{L}\\p{N}])`, 'iu');
  const find: Finder = (content) => {
    const match = pattern.exec(content);
    return match === null ? undefined : { index: match.index, groups: [match[0]] };
  };
  return recorded((method) => ({ kind: 'heard', method, shown: words.join(', '), find }));
}

/** Hears the reactions of people with one of these emojis, under any message; with all emojis when none is named. */
export function OnReaction(
  emojis: EmojiId | readonly EmojiId[] = [],
  { when = 'added' }: OnReactionOptions = {},
): ReactionDecorator {
  const named = new Set(typeof emojis === 'string' ? [emojis] : emojis);
  return recorded((method) => ({ kind: 'reaction', method, emojis: named, when }));
}

function recorded(record: (method: string | symbol) => HeardRecord | ReactionRecord) {
  return (prototype: object, method: string | symbol): void => {
    records.set(prototype, [...(records.get(prototype) ?? []), record(method)]);
  };
}

function literal(word: string): string {
  if (word.trim() === '') throw new ListenerInvalid('A class', 'has @Keyword with a blank word');
  return word.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
}

/** What a class and those it extends hear. A method that is overridden hears by the decorators of the one that replaces it. */
export function heardBy(target: Class): readonly (HeardRecord | ReactionRecord)[] {
  const found = new Map<string | symbol, readonly (HeardRecord | ReactionRecord)[]>();
  for (let prototype = target.prototype; prototype; prototype = Object.getPrototypeOf(prototype)) {
    const own = Map.groupBy(records.get(prototype) ?? [], ({ method }) => method);
    for (const [method, ofMethod] of own) if (!found.has(method)) found.set(method, ofMethod);
  }
  return [...found.values()].flat();
}

export interface HearingParts {
  readonly client: Client;
  readonly commands: Commands;
  /** What the listener came with. */
  readonly part: CommandPart;
  /** Counts what goes on as busy until it settles. */
  noted(name: string, work: () => unknown): unknown;
}

/** Lets the methods of a listener hear messages and reactions of people. Returns what ends that. */
export function attachHearing(parts: HearingParts, target: Class, instance: object): (() => void)[] {
  return heardBy(target).flatMap((record) => {
    const method: (context: unknown) => unknown = Reflect.get(instance, record.method).bind(instance);
    const name = `${target.name}.${String(record.method)}`;
    if (record.kind === 'heard') return attachHeard(parts, name, record, method);
    return attachReaction(parts, name, record, method);
  });
}

function attachHeard(
  { client, commands, part, noted }: HearingParts,
  name: string,
  { find, shown }: HeardRecord,
  method: (context: HeardContext) => unknown,
): () => void {
  const slow = once(() => warnSlow(client.log, name, shown));
  const hear = (event: EventPayload<'MESSAGE_SEND'>): unknown => {
    const { createdBy, content } = event.message;
    if (!content || isNoPerson(createdBy, client) || commands.took(event.message)) return undefined;
    const signal = currentHandling()?.signal ?? new AbortController().signal;
    const answer = (match: Found): unknown => {
      if (match === undefined) return undefined;
      const handle = (context: ChatContext) => method(Object.assign(context, { match }));
      return commands.answering(event, name, signal, handle, part);
    };
    const found = find(content, slow);
    return noted(name, () => (found instanceof Promise ? found.then(answer) : answer(found)));
  };
  return client.events.on('MESSAGE_SEND', hear, { name });
}

function attachReaction(
  { client, noted }: HearingParts,
  name: string,
  { emojis, when }: ReactionRecord,
  method: (context: ReactionContext) => unknown,
): (() => void)[] {
  const hear =
    (added: boolean) =>
    (event: EventPayload<'MESSAGE_REACTION_ADDED'>): unknown => {
      const { messageId, channelId, teamId, emojiId, reactedBy: user } = event;
      if (isNoPerson(user, client) || (emojis.size > 0 && !emojis.has(emojiId))) return undefined;
      const context = { messageId, channelId, teamId, emojiId, added, user, api: client.api };
      return noted(name, () => method(context));
    };
  const { events } = client;
  return [
    ...(when === 'removed' ? [] : [events.on('MESSAGE_REACTION_ADDED', hear(true), { name })]),
    ...(when === 'added' ? [] : [events.on('MESSAGE_REACTION_REMOVED', hear(false), { name })]),
  ];
}

/** The bot hears nothing of itself, whatever the service says it is. */
function isNoPerson({ id, bot, system, webhook }: User, client: Client): boolean {
  return bot || system || webhook || id === client.user.id;
}

function once(work: () => void): () => void {
  let isDone = false;
  return () => {
    if (isDone) return;
    isDone = true;
    work();
  };
}

function warnSlow(log: Logger, listener: string, pattern: string): void {
  log.warn({ listener, pattern }, 'a pattern took too long with a message, which goes by; further ones are not told');
}
