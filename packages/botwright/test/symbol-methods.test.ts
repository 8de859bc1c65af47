import { testBot } from '@botwright/testing';
import { expect, test } from 'vitest';
import { type HeardContext, Keyword, Listener, On } from '../src/index.js';

const first = Symbol('step');
const second = Symbol('step');

test('two methods named by symbols that are written alike both hear', async () => {
  const heard: string[] = [];

  @Listener()
  class Ears {
    @On('MESSAGE_SEND')
    [first](): void {
      heard.push('first');
    }

    @On('MESSAGE_SEND')
    [second](): void {
      heard.push('second');
    }

    @Keyword('hello')
    async answer(ctx: HeardContext): Promise<void> {
      await ctx.reply('Hello.');
    }
  }

  await using it = await testBot({ listeners: [Ears] });
  await it.people.ada.asks('hello');
  expect(heard.slice(0, 2).toSorted()).toEqual(['first', 'second']);
});
