import type { Channel, GatewayEvent } from '@botwright/protocol';
import { describe, expect, test } from 'vitest';
import { applyEvent } from '../../../web/src/event-reducers.js';
import type { ChatState } from '../../../web/src/state.js';
import { category, channel, stateOf } from '../people.js';

function told(state: ChatState, ...events: readonly GatewayEvent[]): ChatState {
  return events.reduce(applyEvent, state);
}

function team(state: ChatState) {
  const here = state.teams.get('team');
  if (!here) throw new Error('the picture has the team');
  return here;
}

const channelNames = (state: ChatState) => team(state).channels.map(({ name }) => name);
const categoryNames = (state: ChatState) => team(state).categories.map(({ name }) => name);

function updated(each: Channel): GatewayEvent {
  return { kind: 'CHANNEL_UPDATED', data: { channel: each, teamId: 'team' } };
}

describe('channels', () => {
  test('stand in a new order, also when the event names no team', () => {
    const order = ['lounge', 'general', 'random'];
    const state = told(stateOf('ada'), {
      kind: 'CHANNELS_PRIORITY_UPDATED',
      data: { order, categoryId: null, teamId: null },
    });
    expect(channelNames(state)).toEqual(order);
  });

  test('of a category change places among themselves', () => {
    const inside = { parentId: 'c' };
    const start = told(stateOf('ada'), updated(channel('a', 'text', inside)), updated(channel('b', 'text', inside)));
    const state = told(start, {
      kind: 'CHANNELS_PRIORITY_UPDATED',
      data: { order: ['b', 'a'], categoryId: 'c', teamId: 'team' },
    });
    const inCategory = team(state).channels.filter(({ parentId }) => parentId === 'c');
    expect(inCategory.map(({ id }) => id)).toEqual(['b', 'a']);
  });

  test('keep who is muted in them when they are told anew', () => {
    const participants = [{ id: 'bob', isMuted: true }];
    const start = told(stateOf('ada'), updated(channel('lounge', 'voice', { participants })));
    const state = told(start, updated(channel('lounge', 'voice', { name: 'salon', participants: [{ id: 'bob' }] })));
    const room = team(state).channels.find(({ id }) => id === 'lounge');
    expect(room).toMatchObject({ name: 'salon', participants: [{ id: 'bob', isMuted: true }] });
  });
});

describe('categories', () => {
  test('come, change and stand in order', () => {
    const state = told(
      stateOf('ada'),
      { kind: 'CATEGORY_CREATED', data: { category: category('low', 2), teamId: 'team' } },
      { kind: 'CATEGORY_CREATED', data: { category: category('top', 1), teamId: 'team' } },
      { kind: 'CATEGORY_UPDATED', data: { category: { ...category('low', 2), name: 'renamed' }, teamId: 'team' } },
    );
    expect(categoryNames(state)).toEqual(['top', 'renamed']);
    const turned = told(state, { kind: 'CATEGORIES_PRIORITY_UPDATED', data: { order: ['low', 'top'], teamId: null } });
    expect(categoryNames(turned)).toEqual(['renamed', 'top']);
  });

  test('leave their channels behind when they go', () => {
    const state = told(
      stateOf('ada'),
      { kind: 'CATEGORY_CREATED', data: { category: category('c'), teamId: 'team' } },
      updated(channel('general', 'text', { parentId: 'c' })),
      { kind: 'CATEGORY_DELETED', data: { categoryId: 'c', teamId: null } },
    );
    expect(categoryNames(state)).toEqual([]);
    expect(team(state).channels.find(({ id }) => id === 'general')?.parentId).toBeNull();
  });
});
