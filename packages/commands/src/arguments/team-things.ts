import type { Api } from '@botwright/core';
import type { Announcement, Category, Channel, ChannelType, Emoji, Role, Team, TodoItem } from '@botwright/protocol';
import { privateChannelName } from '@botwright/protocol/facts';
import type { CommandContext } from '../context.js';
import { type ArgumentType, argumentType } from './argument-type.js';
import { askOnce, foundOrNone, listOnce, requireNamed } from './named-things.js';
import { ArgumentRefused } from './problems.js';

/** The text inside a mention such as `<@&id>`, else the text without the sign that people put before a name. */
function bare(written: string, mention: RegExp, sign: string): string {
  return mention.exec(written)?.[1] ?? (written.startsWith(sign) ? written.slice(sign.length) : written);
}

/** A role of the team, by `<@&id>` (inferred), id or name. In a direct message the parser throws `NotInTeam`. */
export function role(): ArgumentType<Role> {
  return argumentType({
    name: 'role',
    async parse(written, context) {
      const { api, teamId, signal } = context;
      if (/^@(?:everyone|here)$/i.test(written)) throw new ArgumentRefused('role');
      const things = await listOnce(context, 'role', () => api.roles.list(teamId, { signal }));
      const among = { wanted: 'role', things, nameOf: ({ name }: Role) => name, idOf: ({ id }: Role) => id };
      return requireNamed(among, bare(written, /^<@&([\w-]{1,128})>$/, '@'));
    },
    counterexample: (random) => random.pick(['@everyone', '@here']),
  });
}

/** Channels and categories of the team, asked for once a call. */
export function teamPlaces(context: CommandContext): ReturnType<Api['channels']['list']> {
  const { api, teamId, signal } = context;
  return askOnce(context, 'channels and categories', () => api.channels.list(teamId, { signal }));
}

function teamChannels(context: CommandContext) {
  return foundOrNone('channel', teamPlaces(context));
}

/**
 * A channel of the team that the bot can see, by `<#id>` (inferred), id or name; of these types, else of any. In a
 * direct message the parser throws `NotInTeam`.
 */
export function channel(...types: readonly ChannelType[]): ArgumentType<Channel> {
  const allowed = new Set<string>(types);
  return argumentType({
    name: types.length === 0 ? 'channel' : `${types.join('/')} channel`,
    async parse(written, context) {
      const all = (await teamChannels(context))?.channels ?? [];
      const spelling = bare(written, /^<#([\w-]{1,128})>$/, '#');
      if (all.some(({ id, name }) => id === spelling && name === privateChannelName)) {
        throw new ArgumentRefused({ code: 'NO_ACCESS', wanted: 'channel' });
      }
      const things = all.filter(
        ({ type, name }) => name !== privateChannelName && (types.length === 0 || allowed.has(type)),
      );
      const among = { wanted: 'channel', things, nameOf: ({ name }: Channel) => name, idOf: ({ id }: Channel) => id };
      return requireNamed(among, spelling);
    },
  });
}

/** A category of the team, by id or name. In a direct message the parser throws `NotInTeam`. */
export function category(): ArgumentType<Category> {
  return argumentType({
    name: 'category',
    async parse(written, context) {
      const things = (await teamChannels(context))?.categories ?? [];
      const among = {
        wanted: 'category',
        things,
        nameOf: ({ name }: Category) => name,
        idOf: ({ id }: Category) => id,
      };
      return requireNamed(among, written);
    },
  });
}

/** A team that the bot is in, by id or name. */
export function team(): ArgumentType<Team> {
  return argumentType({
    name: 'team',
    async parse(written, context) {
      const things = await listOnce(context, 'team', () => context.api.teams.list({ signal: context.signal }));
      const among = { wanted: 'team', things, nameOf: ({ name }: Team) => name, idOf: ({ id }: Team) => id };
      return requireNamed(among, written);
    },
  });
}

/** What a reaction can be: a Unicode emoji, or a custom reaction of the team. */
export type EmojiChoice =
  | { readonly kind: 'unicode'; readonly text: string }
  | { readonly kind: 'custom'; readonly emoji: Emoji };

// The compiler's target knows no literal with the flag v.
const emojiShape = String.raw`^\p{RGI_Emoji}$`;
let compiledEmoji: RegExp | undefined;

/** Compiled when it is first wanted: that takes longer than the rest of the package takes to load. */
function isEmoji(text: string): boolean {
  compiledEmoji ??= new RegExp(emojiShape, 'v');
  return compiledEmoji.test(text);
}

/** One Unicode emoji, or in a team one of its custom reactions by id or name, perhaps between colons. */
export function emoji(): ArgumentType<EmojiChoice> {
  return argumentType<EmojiChoice>({
    name: 'emoji',
    async parse(written, context) {
      const withStyle = `${written}\ufe0f`;
      if (isEmoji(written)) return { kind: 'unicode', text: written };
      if (isEmoji(withStyle) && written.length < 4 && !/^[\d#*]/.test(written))
        return { kind: 'unicode', text: withStyle };
      if (!context.inTeam) throw new ArgumentRefused('emoji');
      const { api, teamId, signal } = context;
      const things = await listOnce(context, 'emoji', () => api.reactions.list(teamId, { signal }));
      const among = { wanted: 'emoji', things, nameOf: ({ name }: Emoji) => name, idOf: ({ id }: Emoji) => id };
      return { kind: 'custom', emoji: requireNamed(among, /^:(.+):$/.exec(written)?.[1] ?? written) };
    },
    sample: (random) => random.pick(['👍', '👩‍👩‍👧', '🇩🇪', '❤️', '☕']),
  });
}

/** A to-do item of the channel the message was sent in, by id or text. */
export function todoItem(): ArgumentType<TodoItem> {
  return argumentType({
    name: 'todo item',
    async parse(written, context) {
      const { api, channelId, signal } = context;
      const things = await listOnce(context, 'todo item', () => api.todos.list(channelId, { signal }));
      const among = {
        wanted: 'todo item',
        things,
        nameOf: ({ content }: TodoItem) => content,
        idOf: ({ id }: TodoItem) => id,
      };
      return requireNamed(among, written);
    },
  });
}

/** An announcement of the channel the message was sent in, by id or title. */
export function announcement(): ArgumentType<Announcement> {
  return argumentType({
    name: 'announcement',
    async parse(written, context) {
      const { api, channelId, signal } = context;
      const things = await listOnce(context, 'announcement', () => api.announcements.list(channelId, { signal }));
      const nameOf = ({ title }: Announcement) => title;
      return requireNamed({ wanted: 'announcement', things, nameOf, idOf: ({ id }: Announcement) => id }, written);
    },
  });
}
