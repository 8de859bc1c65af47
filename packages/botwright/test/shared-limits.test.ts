import { createSandbox } from '@botwright/sandbox';
import { expect, test } from 'vitest';
import { Others } from '../../core/test/support/others.js';
import { botIn } from './support/bots.js';

test('a bot asks those with whom it shares its limits before each call, and is done with them when it stops', async () => {
  await using sandbox = await createSandbox();
  const { channels } = await sandbox.listen();
  const others = new Others();
  await using bot = await botIn(sandbox, { sharedLimits: others });
  await bot.client.api.messages.create(channels.general, { content: 'hello' });
  expect(others.heard).toEqual([`asks ${channels.general}`, `passed ${channels.general}`]);
  await bot.stop();
  expect(others.isClosed).toBe(true);
});
