import { Channel, Member, Message, Role, Team, User } from '@botwright/protocol';
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

export function channel(id: string, type = 'text'): Channel {
  return Channel.parse({ id, name: id, type, teamId: 'team', createdBy: 'ada', createdAt });
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
    teams: new Map([['team', { team, channels, categories: [], roles, members }]]),
    histories: new Map([['general', { ...emptyHistory, messages }]]),
    openChannelId: 'general',
  };
}
