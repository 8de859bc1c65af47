import type { GatewayEvent, Message } from '@botwright/protocol';
import { describe, expect, test } from 'vitest';
import { applyEvent } from '../../web/src/event-reducers.js';
import { withoutTypist } from '../../web/src/reducers/messages.js';
import type { ChatState } from '../../web/src/state.js';
import { channel, message, stateOf, user } from './people.js';

const inGeneral = { channelId: 'general', channelType: 'text', teamId: 'team' };

function sent(each: Message, channelId = 'general'): GatewayEvent {
  return { kind: 'MESSAGE_SEND', data: { ...inGeneral, channelId, message: each } };
}

function idsIn(state: ChatState): string[] | undefined {
  return state.histories.get('general')?.messages.map(({ id }) => id);
}

describe('a message', () => {
  test('stands once in its channel, in the order of time, however often it is told', () => {
    const late = message('late', 'bob', { createdAt: '2026-03-01T09:05:00.000Z' });
    const events = [sent(late), sent(message('early', 'ada')), sent(late)];
    expect(idsIn(events.reduce(applyEvent, stateOf('ada')))).toEqual(['early', 'late']);
  });

  test('marks a channel that is not open as unread, unless it is one’s own', () => {
    const byBob = applyEvent(stateOf('ada'), sent(message('m', 'bob'), 'random'));
    const byMe = applyEvent(stateOf('ada'), sent(message('m', 'ada'), 'random'));
    const here = applyEvent(stateOf('ada'), sent(message('m', 'bob')));
    expect([byBob, byMe, here].map(({ unread }) => [...unread])).toEqual([['random'], [], []]);
  });

  test('does not start a history for a channel that was never loaded', () => {
    const state = applyEvent(stateOf('ada'), sent(message('m', 'bob'), 'random'));
    expect(state.histories.has('random')).toBe(false);
  });

  test('shows its new content after an edit, also where it is quoted', () => {
    const start = stateOf('ada', [message('m', 'bob')]);
    const history = {
      messages: [message('m', 'bob')],
      quoted: new Map([['m', message('m', 'bob')]]),
      hasEarlier: false,
    };
    const edited = message('m', 'bob', { content: 'better' });
    const state = applyEvent(
      { ...start, histories: new Map([['general', history]]) },
      { kind: 'MESSAGE_UPDATED', data: { ...inGeneral, message: edited } },
    );
    const after = state.histories.get('general');
    expect([after?.messages[0]?.content, after?.quoted.get('m')?.content]).toEqual(['better', 'better']);
  });

  test('goes when it is deleted, and with it the reply that was being written', () => {
    const subject = message('m', 'bob');
    const state: ChatState = { ...stateOf('ada', [subject]), composing: { kind: 'reply', to: subject } };
    const after = applyEvent(state, {
      kind: 'MESSAGE_DELETED',
      data: { messageId: 'm', channelId: 'general', teamId: 'team' },
    });
    expect(idsIn(after)).toEqual([]);
    expect(after.composing).toEqual({ kind: 'message' });
  });
});

describe('typing', () => {
  const typing = (userId: string): GatewayEvent => ({
    kind: 'CHANNEL_TYPING',
    data: { channelId: 'general', teamId: 'team', userId },
  });

  test('is shown of others and not of oneself', () => {
    const state = [typing('ada'), typing('bob')].reduce(applyEvent, stateOf('ada'));
    expect([...(state.typists.get('general') ?? [])]).toEqual(['bob']);
  });

  test('ends with the message, or when nothing is heard any more', () => {
    const state = applyEvent(stateOf('ada'), typing('bob'));
    expect(applyEvent(state, sent(message('m', 'bob'))).typists.get('general')?.size).toBe(0);
    expect(withoutTypist(state, 'general', 'bob').typists.get('general')?.size).toBe(0);
  });
});

describe('the team', () => {
  test('gains who joins, with the roles they come with, and loses who leaves', () => {
    const cy = user('cy');
    const joined = applyEvent(stateOf('ada'), {
      kind: 'USER_JOINED_TEAM',
      data: { user: cy, teamId: 'team', member: { roles: ['moderator'] } },
    });
    expect(joined.teams.get('team')?.members.get('cy')).toMatchObject({ username: 'cy', roles: ['moderator'] });
    const left = applyEvent(joined, { kind: 'USER_LEFT_TEAM', data: { member: cy, teamId: 'team' } });
    expect([...(left.teams.get('team')?.members.keys() ?? [])]).toEqual(['ada', 'bob']);
    expect(left.names.get('cy')).toBe('cy');
  });

  test('is gone for whoever leaves it', () => {
    const state = applyEvent(stateOf('bob'), { kind: 'USER_LEFT_TEAM', data: { member: user('bob'), teamId: 'team' } });
    expect(state.teams.size).toBe(0);
  });

  test('shows who is present', () => {
    const state = applyEvent(stateOf('ada'), { kind: 'PRESENCE_UPDATE', data: { userId: 'bob', presence: 2 } });
    expect(state.teams.get('team')?.members.get('bob')?.presence).toBe(2);
  });

  test('follows its channels as they come, change and go', () => {
    const names = (state: ChatState) => state.teams.get('team')?.channels.map(({ name }) => name);
    const news = channel('news');
    const created = applyEvent(stateOf('ada'), { kind: 'CHANNEL_CREATED', data: { channel: news, teamId: 'team' } });
    const renamed = applyEvent(created, {
      kind: 'CHANNEL_UPDATED',
      data: { channel: { ...news, name: 'press' }, teamId: 'team' },
    });
    const deleted = applyEvent(renamed, { kind: 'CHANNEL_DELETED', data: { channelId: 'general', teamId: 'team' } });
    expect(names(created)).toEqual(['general', 'random', 'lounge', 'news']);
    expect(names(deleted)).toEqual(['random', 'lounge', 'press']);
    expect(deleted.histories.has('general')).toBe(false);
  });
});

test('a kind of event that the page does not know changes nothing', () => {
  const state = stateOf('ada');
  const unknown = ['BLOG_CREATED', 'toString', '__proto__'].map(
    (kind) => ({ kind, data: {} }) as unknown as GatewayEvent,
  );
  expect(unknown.reduce(applyEvent, state)).toBe(state);
});
