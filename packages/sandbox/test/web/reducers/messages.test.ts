import type { GatewayEvent } from '@botwright/protocol';
import { expect, test } from 'vitest';
import { applyEvent } from '../../../web/src/event-reducers.js';
import { conversation, message, stateOf, user } from '../people.js';

function reacted(kind: 'MESSAGE_REACTION_ADDED' | 'MESSAGE_REACTION_REMOVED', by: string): GatewayEvent {
  const where = { messageId: 'm', channelId: 'general', channelType: 'text', teamId: 'team' };
  return { kind, data: { ...where, emojiId: '👍', reactedBy: user(by) } };
}

test('reactions come to their message and go from it', () => {
  const start = stateOf('ada', [message('m', 'ada'), message('n', 'ada')]);
  const added = [reacted('MESSAGE_REACTION_ADDED', 'bob'), reacted('MESSAGE_REACTION_ADDED', 'cy')].reduce(
    applyEvent,
    start,
  );
  const counts = added.histories.get('general')?.messages.map(({ reactions }) => reactions.map(({ count }) => count));
  expect(counts).toEqual([[2], []]);
  expect(added.names.get('cy')).toBe('cy');
  const removed = applyEvent(added, reacted('MESSAGE_REACTION_REMOVED', 'bob'));
  expect(removed.histories.get('general')?.messages[0]?.reactions).toMatchObject([
    { count: 1, users: [{ userId: 'cy' }] },
  ]);
});

test('a conversation has its newest message as its last, and is unread until it is opened', () => {
  const start = { ...stateOf('ada'), directMessages: [conversation('dm', 'ada', 'bob')] };
  const sent = message('hello', 'bob', { channelId: 'dm' });
  const state = applyEvent(start, {
    kind: 'MESSAGE_SEND',
    data: { message: sent, channelId: 'dm', channelType: 'text', teamId: null },
  });
  expect(state.directMessages).toMatchObject([{ lastMessage: { id: 'hello' } }]);
  expect([...state.unread]).toEqual(['dm']);
});
