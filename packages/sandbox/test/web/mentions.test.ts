import { describe, expect, test } from 'vitest';
import { readMentions, writeMentions } from '../../web/src/mentions.js';

const names = new Map([
  ['1a', 'ada'],
  ['2b', 'Ada.L'],
]);

describe('mentions', () => {
  test('are written for known names, the longest one that fits, in any case', () => {
    expect(writeMentions('@ada and @ADA.l, see @bob', names)).toBe('<@1a> and <@2b>, see @bob');
  });

  test('take the full stop after a name for punctuation', () => {
    expect(writeMentions('ask @ada.', names)).toBe('ask <@1a>.');
  });

  test('leave addresses and finished mentions alone', () => {
    expect(writeMentions('me@ada.example <@1a>', names)).toBe('me@ada.example <@1a>');
  });

  test('come back as they were typed, save those of strangers', () => {
    expect(readMentions('<@1a>, <@2b> and <@zz>', names)).toBe('@ada, @Ada.L and <@zz>');
  });
});
