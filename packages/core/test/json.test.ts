import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseJson } from '../src/json.js';

const filling = JSON.stringify('x'.repeat(200_000));

test('long JSON is read as any other, whatever its texts hold', () => {
  const texts = fc.string({ unit: fc.constantFrom('"', '\\', '[', '{', ']', '}', 'x'), maxLength: 2_000 });
  const values = fc.array(fc.oneof(texts, fc.jsonValue()), { maxLength: 5 });
  const property = fc.property(values, (value) => {
    const text = `[${filling},${JSON.stringify(value)}]`;
    expect(parseJson(text)).toEqual(JSON.parse(text));
  });
  fc.assert(property, { numRuns: 300 });
});

test.each(['[', '{"a":'])('what is nested beyond all use is refused: %s', (opening) => {
  const closing = opening === '[' ? ']' : '}';
  const nested = (depth: number) => `[${filling},${opening.repeat(depth)}1${closing.repeat(depth)}]`;
  expect(parseJson(nested(999))).toBeInstanceOf(Array);
  expect(() => parseJson(nested(1_000))).toThrow(SyntaxError);
});

test.each(['', '{"a":1', '"', `[${filling},"\\"`, `${filling}]`])('what is no JSON is refused: %.20s', (text) => {
  expect(() => parseJson(text)).toThrow(SyntaxError);
});
