import { operations } from '@botwright/protocol';
import { describe, expect, test } from 'vitest';
import { spoil } from '../src/generate/spoil.js';

const { body } = operations.createChannelMessage;
const good = { content: 'hello', embeds: [{ title: 'A card' }] };
const spoiled = spoil(body, good);

describe('spoil', () => {
  test('gives only what the schema refuses', () => {
    expect(spoiled).not.toEqual([]);
    expect(spoiled.filter(({ value }) => body.safeParse(value).success)).toEqual([]);
  });

  test.each(['content as a number', 'content as text of 2001 characters', 'embeds as a list of 6', 'the body as null'])(
    'tries %s',
    (what) => {
      expect(spoiled.map((entry) => entry.what)).toContain(what);
    },
  );

  test('leaves out a member that the schema asks for', () => {
    const [first] = spoil(operations.createTodoItem.body, { content: 'tea' }).filter(
      ({ what }) => what === 'no content',
    );
    expect(first?.value).toEqual({});
  });

  test('leaves the good value as it was', () => {
    expect(good).toEqual({ content: 'hello', embeds: [{ title: 'A card' }] });
  });
});
