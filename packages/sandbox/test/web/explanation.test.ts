import { describe, expect, test } from 'vitest';
import { type Explanation, piecesOf, refusalSentence } from '../../web/src/explanation.js';

function explanation(facts: Partial<Explanation>): Explanation {
  return {
    text: '',
    outcome: 'runs',
    reason: null,
    answer: null,
    prefix: null,
    command: null,
    name: null,
    guards: [],
    tokens: [],
    conversions: [],
    cooldowns: [],
    ...facts,
  };
}

function word(start: number, end: number) {
  return { kind: 'word', text: 'x', value: null, start, end } as const;
}

describe('the text of an explanation', () => {
  test('is cut into prefix, name and numbered tokens, and loses nothing between them', () => {
    const text = '!kick  dee "for now" ';
    const pieces = piecesOf(
      explanation({
        text,
        prefix: { start: 0, end: 1 },
        name: { start: 1, end: 5 },
        tokens: [word(7, 10), word(11, 20)],
      }),
    );
    expect(pieces).toEqual([
      { text: '!', role: 'prefix' },
      { text: 'kick', role: 'name' },
      { text: '  ' },
      { text: 'dee', role: 'token', number: 1 },
      { text: ' ' },
      { text: '"for now"', role: 'token', number: 2 },
      { text: ' ' },
    ]);
    expect(pieces.map((piece) => piece.text).join('')).toBe(text);
  });

  test('stays whole where a piece begins inside another or is empty', () => {
    const text = 'abcdef';
    const pieces = piecesOf(explanation({ text, prefix: { start: 0, end: 0 }, tokens: [word(1, 4), word(2, 5)] }));
    expect(pieces).toEqual([{ text: 'a' }, { text: 'bcd', role: 'token', number: 1 }, { text: 'ef' }]);
  });

  test('is one piece where nothing was read', () => {
    expect(piecesOf(explanation({ text: 'hello' }))).toEqual([{ text: 'hello' }]);
  });
});

test.each([
  [{ code: 'PERMISSION_MISSING', whose: 'author', missing: ['KICK_MEMBERS'] }, 'the person lacks KICK_MEMBERS'],
  [{ code: 'PERMISSION_MISSING', whose: 'bot', missing: ['A', 'B'] }, 'the bot lacks A and B'],
  [{ code: 'ROLE_MISSING', roles: ['staff', 'mods'] }, 'the person has none of the roles staff, mods'],
  [{ code: 'REFUSED', reason: 'come back tomorrow' }, 'come back tomorrow'],
  [{ code: 'REFUSED' }, 'it says no'],
  [{ code: 'ROLE_MISSING', roles: ['staff'] }, 'the person lacks the role staff'],
  [{ code: 'NONE_HELD' }, 'none of it holds'],
  [{ code: 'OF_ANOTHER_VERSION' }, 'OF_ANOTHER_VERSION'],
] as const)('the refusal %o is told as "%s"', (refusal, sentence) => {
  expect(refusalSentence(refusal)).toBe(sentence);
});
