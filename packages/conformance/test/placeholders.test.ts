import { expect, test } from 'vitest';
import { fill, UnknownPlaceholder } from '../src/placeholders.js';

const names = new Map([
  ['team', 't1'],
  ['role', 'r1'],
]);

test('names are filled in wherever they stand, and nothing else is touched', () => {
  const value = { teamId: '{team}', content: 'of {team}: {"', list: ['{role}', 7, null], byRole: { '{role}': true } };
  expect(fill(value, names)).toEqual({
    teamId: 't1',
    content: 'of t1: {"',
    list: ['r1', 7, null],
    byRole: { r1: true },
  });
});

test('a name that nothing stands for is told', () => {
  expect(() => fill({ channelId: '{attic}' }, names)).toThrow(new UnknownPlaceholder('attic'));
});
