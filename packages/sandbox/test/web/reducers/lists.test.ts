import type { Announcement, GatewayEvent, TodoItem } from '@botwright/protocol';
import { describe, expect, test } from 'vitest';
import { applyEvent } from '../../../web/src/event-reducers.js';
import type { ChatState } from '../../../web/src/state.js';
import { announcement, stateOf, todo } from '../people.js';

const teamId = 'team';

function todoEvent(kind: 'TODO_ITEM_CREATED' | 'TODO_ITEM_UPDATED', item: TodoItem): GatewayEvent {
  return { kind, data: { todo: item, channelId: 'list', teamId } };
}

function announced(each: Announcement): GatewayEvent {
  return { kind: 'ANNOUNCEMENT_CREATED', data: { announcement: each, channelId: 'news', teamId } };
}

function looking(): ChatState {
  return { ...stateOf('ada'), todos: new Map([['list', []]]), announcements: new Map([['news', []]]) };
}

describe('to-do items', () => {
  test('come once, change in their place, and go', () => {
    const done = todo('tea', { completed: true, completedBy: 'bob' });
    const events = [
      todoEvent('TODO_ITEM_CREATED', todo('tea')),
      todoEvent('TODO_ITEM_CREATED', todo('milk')),
      todoEvent('TODO_ITEM_CREATED', todo('tea')),
      todoEvent('TODO_ITEM_UPDATED', done),
    ];
    const state = events.reduce(applyEvent, looking());
    expect(state.todos.get('list')).toMatchObject([{ id: 'tea', completedBy: 'bob' }, { id: 'milk' }]);
    const after = applyEvent(state, { kind: 'TODO_ITEM_DELETED', data: { todoId: 'tea', channelId: 'list', teamId } });
    expect(after.todos.get('list')?.map(({ id }) => id)).toEqual(['milk']);
  });

  test('of a list that nobody has opened are left for when it is', () => {
    expect(applyEvent(stateOf('ada'), todoEvent('TODO_ITEM_CREATED', todo('tea'))).todos.has('list')).toBe(false);
  });
});

describe('announcements', () => {
  const late = { createdAt: '2026-03-01T10:00:00.000Z' };

  test('stand newest first, and go', () => {
    const state = [announced(announcement('new', 'bob', late)), announced(announcement('old', 'bob'))].reduce(
      applyEvent,
      looking(),
    );
    expect(state.announcements.get('news')?.map(({ id }) => id)).toEqual(['new', 'old']);
    const deletion = { announcementId: 'new', channelId: 'news', teamId };
    const after = applyEvent(state, { kind: 'ANNOUNCEMENT_DELETED', data: deletion });
    expect(after.announcements.get('news')?.map(({ id }) => id)).toEqual(['old']);
  });

  test('mark a channel that nobody looks at as unread', () => {
    const elsewhere = applyEvent(looking(), announced(announcement('n', 'bob')));
    const here = applyEvent({ ...looking(), openChannelId: 'news' }, announced(announcement('n', 'bob')));
    expect([[...elsewhere.unread], [...here.unread]]).toEqual([['news'], []]);
  });
});
