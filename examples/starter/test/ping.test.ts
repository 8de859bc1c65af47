import { testBot } from '@botwright/testing';
import { expect, test } from 'vitest';
import { Ping } from '../src/commands/ping.js';

test('ping is answered by a reply', async () => {
  await using bot = await testBot({ commands: [Ping] });
  const answer = await bot.people.cy.asks('!ping');
  expect(answer.content).toBe('Pong!');
});
