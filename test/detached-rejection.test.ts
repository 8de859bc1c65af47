import { expect, test } from 'vitest';
import { startBot } from './support/bot-process.js';
import { SandboxProcess } from './support/sandbox-process.js';

test('#78 a promise that a listener forgot to await, and that rejects, ends the bot with exit code 1 and the error on standard error', async ({
  annotate,
}) => {
  await using sandbox = await SandboxProcess.start();
  await using bot = await startBot('forgetful', sandbox);
  const params = { channelId: sandbox.description.channels.general };
  await sandbox.caller('ada').call('createChannelMessage', { params, body: { content: 'hello' } });
  const code = await bot.exit();
  expect(code).toBe(1);
  expect(bot.stderr).toContain('nobody waits for this');
  await annotate(`exit code ${code}, the error on standard error`, 'reached');
});
