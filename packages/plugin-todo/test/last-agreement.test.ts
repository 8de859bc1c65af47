import { describe, expect, test } from 'vitest';
import { LastAgreement } from '../src/last-agreement.js';

const link = { id: 'tea', createdAt: 'then', fileText: 'a long text', channelText: 'a long…', completed: true };
const agreement = new LastAgreement('- [x] a long text\n', [link]);

describe('what a run wrote itself is recognised', () => {
  test.each([
    ['an item as the channel has it', 'tea', { text: 'a long…', completed: true }, true],
    ['other words', 'tea', { text: 'a long text', completed: true }, false],
    ['another mark', 'tea', { text: 'a long…', completed: false }, false],
    ['an item that is gone', 'tea', undefined, false],
    ['a new item', 'milk', { text: 'a long…', completed: true }, false],
    ['an item that was gone before', 'milk', undefined, true],
  ])('by %s', (_, id, state, expected) => {
    expect(agreement.saysOfItem(id, state)).toBe(expected);
  });

  test('by the text of the file', () => {
    expect(agreement.saysOfFile('- [x] a long text\n')).toBe(true);
    expect(agreement.saysOfFile('- [ ] a long text\n')).toBe(false);
    expect(agreement.saysOfFile(undefined)).toBe(false);
  });
});
