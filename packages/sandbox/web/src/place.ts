import {
  type Channel,
  type ChannelId,
  type ChannelType,
  type DirectMessage,
  privateChannelName,
} from '@botwright/protocol';
import { type ChatState, findChannel } from './state.js';

/** What the middle of the page can show. Both have an id of their own kind of channel. */
export type Place =
  | { readonly kind: 'channel'; readonly id: ChannelId; readonly name: string; readonly channel: Channel }
  | { readonly kind: 'direct'; readonly id: ChannelId; readonly name: string };

const shownTypes: readonly string[] = ['text', 'todo', 'announcement', 'voice'] satisfies ChannelType[];

/** Whether the page can show a channel, and its person may see it. */
export function isOpenable({ type, name }: Channel): boolean {
  return shownTypes.includes(type) && name !== privateChannelName;
}

export function findPlace(state: ChatState, id: ChannelId | undefined): Place | undefined {
  const channel = findChannel(state, id);
  if (channel)
    return isOpenable(channel) ? { kind: 'channel', id: channel.id, name: channel.name, channel } : undefined;
  const conversation = state.directMessages.find(({ channelId }) => channelId === id);
  return conversation && { kind: 'direct', id: conversation.channelId, name: conversationName(state, conversation) };
}

/** Whether messages are written and read there. */
export function isConversation(place: Place): boolean {
  return place.kind === 'direct' || isOfType(place, 'text');
}

export function isOfType(place: Place, type: ChannelType): boolean {
  return place.kind === 'channel' && place.channel.type === type;
}

/** Whether what the place holds is known already. */
export function isLoaded({ histories, todos, announcements }: ChatState, place: Place): boolean {
  if (isConversation(place)) return histories.has(place.id);
  if (isOfType(place, 'todo')) return todos.has(place.id);
  return isOfType(place, 'announcement') ? announcements.has(place.id) : true;
}

/** A place as people write it: `#general`, `@bob`. */
export function placeName(place: Place): string {
  return `${place.kind === 'direct' ? '@' : '#'}${place.name}`;
}

/** The place to show first: the wanted one if it is there, else a team's default, else its first text channel. */
export function placeToOpen(state: ChatState, wanted: ChannelId | undefined): ChannelId | undefined {
  const defaults = [...state.teams.values()].map(({ team }) => team.defaultChannelId ?? undefined);
  const channels = [...state.teams.values()].flatMap((team) => team.channels.filter(isOpenable));
  const first = channels.find(({ type }) => type === 'text') ?? channels[0];
  return [wanted, ...defaults].find((id) => findPlace(state, id) !== undefined) ?? first?.id;
}

/** The others in a conversation; whoever talks to nobody else talks to themself. */
export function conversationName(state: ChatState, { users }: DirectMessage): string {
  const others = users.filter((id) => id !== state.me?.id);
  const shown = others.length > 0 ? others : users;
  return shown.map((id) => state.names.get(id) ?? 'somebody').join(', ');
}
