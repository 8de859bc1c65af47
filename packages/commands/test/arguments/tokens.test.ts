import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { quoteArgument } from '../../src/arguments/quotes.js';
import { tokenize } from '../../src/arguments/tokens.js';
import { goldenLines, shorten } from '../support/golden-lines.js';

const anyText = fc.string({ unit: 'binary' });
/** Random text rarely holds what the tokeniser looks for. */
const trickyText = fc
  .array(
    fc.constantFrom('"', "'", '“', '”', '`', '``', '```', '\\', '-', '--', '—', '=', ' ', '\n', 'a', 'b c', '\ud800'),
  )
  .map((pieces) => pieces.join(''));

describe('reading tokens', () => {
  test.each(goldenLines.map(([line, tokens]) => [line, tokens] as const))('%j', (line, tokens) => {
    expect(tokenize(line).map(shorten)).toEqual(tokens);
  });

  test('#86 reads 100,000 quoted lists back as they were', () => {
    const lists = fc.array(fc.oneof(anyText, trickyText), { maxLength: 5 });
    fc.assert(
      fc.property(lists, fc.constantFrom(' ', '\n', '\t \u3000'), (list, separator) => {
        const line = list.map(quoteArgument).join(separator);
        expect(tokenize(line).map(shorten)).toEqual(list);
      }),
      { numRuns: 100_000 },
    );
  }, 60_000);

  test.each([
    ["don't", ["don't"]],
    ["the dogs' bone isn't here", ['the', "dogs'", 'bone', "isn't", 'here']],
    ['y’all don’t', ['y’all', 'don’t']],
    ["rock'n'roll", ["rock'n'roll"]],
    ['l‘eau', ['l‘eau']],
    ['“two words” ‘two words’', ['two words', 'two words']],
    ['„two words“ «two words»', ['two words', 'two words']],
    ['“it’s here”', ['it’s here']],
    ["'it's here'", ["it's here"]],
  ])('#87 keeps apostrophes and groups by paired quotes in %j', (line, words) => {
    expect(tokenize(line).map(shorten)).toEqual(words);
  });

  test('P7 finds tokens in any text at their own places, in order, without overlap, and with nothing but white space between them', () => {
    fc.assert(
      fc.property(fc.oneof(anyText, trickyText), (line) => {
        let end = 0;
        for (const token of tokenize(line)) {
          expect(line.slice(end, token.start)).toMatch(/^[\s\u0085]*$/);
          expect(token.end).toBeGreaterThan(token.start);
          end = token.end;
        }
        expect(line.slice(end)).toMatch(/^[\s\u0085]*$/);
      }),
      { numRuns: 2000 },
    );
  });

  test.each(['"a ', "'", '` ', '`` ', '``` ', '“a ', '\\', '--a="', '—“'])(
    'takes time in proportion to the length of %j repeated',
    (piece) => {
      const time = (repeats: number) => {
        const line = piece.repeat(repeats);
        const times = Array.from({ length: 5 }, () => {
          const start = performance.now();
          tokenize(line);
          return performance.now() - start;
        });
        return Math.min(...times);
      };
      // Ten times the text in quadratic time would be a hundred times the wait.
      expect(time(100_000)).toBeLessThan(60 * Math.max(time(10_000), 0.2));
    },
  );
});
