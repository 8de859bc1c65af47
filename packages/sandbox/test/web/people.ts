import {
  Announcement,
  Category,
  Channel,
  DirectMessage,
  Member,
  Message,
  Role,
  Team,
  TodoItem,
  User,
} from '@botwright/protocol';
import { type ChatState, emptyHistory, emptyState } from '../../web/src/state.js';

const createdAt = '2026-03-01T09:00:00.000Z';

export function user(id: string, more: object = {}): User {
  return User.parse({ id, username: id, ...more });
}

export function message(id: string, author: string, more: object = {}): Message {
  const content = `${author} says ${id}`;
  return Message.parse({ id, channelId: 'general', createdBy: user(author), createdAt, content, ...more });
}

export function member(id: string, roles: readonly string[] = []): Member {
  return Member.parse({ id, username: id, roles, teamId: 'team' });
}

export function role(id: string, permissions: number, priority = 1): Role {
  return Role.parse({ id, teamId: 'team', name: id, color: '#888888', permissions, priority, createdAt });
}

export function channel(id: string, type = 'text', more: object = {}): Channel {
  return Channel.parse({ id, name: id, type, teamId: 'team', createdBy: 'ada', createdAt, ...more });
}

export function category(id: string, priority = 0): Category {
  return Category.parse({ id, name: id, teamId: 'team', createdBy: 'ada', priority, permissions: {}, createdAt });
}

export function todo(id: string, more: object = {}): TodoItem {
  return TodoItem.parse({ id, channelId: 'list', content: id, createdBy: 'ada', createdAt, ...more });
}

export function announcement(id: string, author: string, more: object = {}): Announcement {
  const content = `${author} announces ${id}`;
  return Announcement.parse({ id, channelId: 'news', title: id, content, createdBy: user(author), createdAt, ...more });
}

export function conversation(channelId: string, ...users: readonly string[]): DirectMessage {
  return DirectMessage.parse({ id: `with-${users.join('-')}`, users, channelId, createdAt });
}

/** What `me` sees of a team of ada, who owns it, and bob, with #general open. */
export function stateOf(me: string, messages: readonly Message[] = [], roles: readonly Role[] = []): ChatState {
  const bob = member(
    'bob',
    roles.map(({ id }) => id),
  );
  const team = Team.parse({ id: 'team', name: 'Workshop', createdBy: 'ada', createdAt });
  const channels = [channel('general'), channel('random'), channel('lounge', 'voice')];
  const members = new Map([member('ada'), bob].map((each) => [each.id, each]));
  return {
    ...emptyState,
    me: user(me),
    teams: new Map([['team', { team, channels, categories: [], roles, members, emojis: [] }]]),
    histories: new Map([['general', { ...emptyHistory, messages }]]),
    openChannelId: 'general',
  };
}
