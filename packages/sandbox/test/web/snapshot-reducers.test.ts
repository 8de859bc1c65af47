import { ClientUser } from '@botwright/protocol';
import { describe, expect, test } from 'vitest';
import { placeToOpen } from '../../web/src/place.js';
import { applyAnnouncements, applyMessagePage, applyReady, applyTodos } from '../../web/src/snapshot-reducers.js';
import { emptyState } from '../../web/src/state.js';
import { announcement, channel, conversation, member, message, stateOf, todo } from './people.js';

function at(minute: number, id: string) {
  return message(id, 'ada', { createdAt: new Date(Date.UTC(2026, 2, 1, 9, minute)).toISOString() });
}

describe('a page of messages', () => {
  test('is turned round, oldest first, and joined with what is known without doubles', () => {
    const state = stateOf('ada', [at(2, 'c'), at(3, 'd')]);
    const page = { messages: [at(2, 'c'), at(1, 'b'), at(0, 'a')], replyMessages: [] };
    const history = applyMessagePage(state, 'general', page, false).histories.get('general');
    expect(history?.messages.map(({ id }) => id)).toEqual(['a', 'b', 'c', 'd']);
    expect(history?.hasEarlier).toBe(false);
  });

  test('brings the messages that others answer', () => {
    const page = { messages: [at(5, 'answer')], replyMessages: [at(0, 'question')] };
    const state = applyMessagePage(emptyState, 'general', page, true);
    expect(state.histories.get('general')?.quoted.get('question')?.id).toBe('question');
  });
});

describe('READY', () => {
  const ready = { user: ClientUser.parse({ id: 'bob', username: 'bob' }), teams: [], heartbeatIntervalMs: 30_000 };

  test('replaces the old picture and keeps what the person was doing', () => {
    const before = { ...stateOf('bob', [message('old', 'ada')]), unread: new Set(['random']) };
    const [team] = before.teams.values();
    if (!team) throw new Error('the picture has a team');
    const snapshot = {
      team: team.team,
      channels: { channels: [channel('low', 'text', { priority: 2 }), channel('top')], categories: [] },
      roles: { roles: [] },
      members: { members: [member('bob')] },
      emojis: { reactions: [] },
    };
    const after = applyReady(before, { ready, teams: [snapshot], directMessages: [conversation('dm', 'bob')] });
    expect(after.histories.size).toBe(0);
    expect(after.teams.get('team')?.channels.map(({ id }) => id)).toEqual(['top', 'low']);
    expect(after.directMessages.map(({ channelId }) => channelId)).toEqual(['dm']);
    expect(after).toMatchObject({ openChannelId: 'general', unread: new Set(['random']) });
  });

  test('leaves nothing to open to whoever is in no team', () => {
    const after = applyReady(stateOf('bob'), { ready, teams: [], directMessages: [] });
    expect(placeToOpen(after, 'general')).toBeUndefined();
  });
});

test('to-do items stand oldest first and announcements newest first, in whatever order they are told', () => {
  const early = { createdAt: '2026-03-01T09:00:00.000Z' };
  const late = { createdAt: '2026-03-01T10:00:00.000Z' };
  const todos = { todos: [todo('second', late), todo('first', early)] };
  const announcements = { announcements: [announcement('old', 'ada', early), announcement('new', 'ada', late)] };
  const state = applyAnnouncements(applyTodos(emptyState, 'list', todos), 'news', announcements);
  expect(state.todos.get('list')?.map(({ id }) => id)).toEqual(['first', 'second']);
  expect(state.announcements.get('news')?.map(({ id }) => id)).toEqual(['new', 'old']);
});
