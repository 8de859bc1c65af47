import { expect, test } from 'vitest';
import { hasReacted, withoutReaction, withReaction } from '../../web/src/reactions.js';

test('a reaction counts each person once, however often it is told', () => {
  const reactions = ['ada', 'bob', 'ada'].reduce(
    (all, userId) => withReaction(all, '👍', userId),
    withReaction([], '🎉', 'cy'),
  );
  expect(reactions.map(({ emojiId, count }) => [emojiId, count])).toEqual([
    ['🎉', 1],
    ['👍', 2],
  ]);
});

test('a reaction that is taken back counts one less, and goes with the last', () => {
  const two = withReaction(withReaction([], '👍', 'ada'), '👍', 'bob');
  const one = withoutReaction(withoutReaction(two, '👍', 'ada'), '👍', 'ada');
  expect(one).toMatchObject([{ emojiId: '👍', count: 1 }]);
  expect(withoutReaction(one, '👍', 'bob')).toEqual([]);
});

test('people who are counted and not named stay counted', () => {
  const told = [{ emojiId: '👍', count: 5, users: [{ userId: 'ada', timestamp: null }] }];
  expect(withReaction(told, '👍', 'bob')).toMatchObject([{ count: 6 }]);
  expect(withoutReaction(told, '👍', 'ada')).toMatchObject([{ count: 4, users: [] }]);
});

test('whether somebody has reacted is asked of who is named', () => {
  const [reaction] = withReaction([], '👍', 'ada');
  expect(reaction && [hasReacted(reaction, 'ada'), hasReacted(reaction, undefined)]).toEqual([true, false]);
});
