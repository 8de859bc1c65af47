import { Command, type CommandContext, createBot } from 'botwright';
import { expect, test } from 'vitest';
import { RecordingInvalid, testBot } from '../src/index.js';

@Command({ name: 'ping', summary: 'Answer.' })
class Ping {
  async run(ctx: CommandContext): Promise<void> {
    await ctx.reply('Pong!');
  }
}

test('what was recorded of one bot is played to another, which is a program’s own', async () => {
  await using it = await testBot({ commands: [Ping] });
  const recorder = it.sandbox.record();
  await it.people.cy.asks('!ping');
  const recording: unknown = JSON.parse(JSON.stringify(recorder.end()));

  await using again = await testBot(createBot({ commands: [Ping] }), { clock: 'virtual' });
  const { recorded, played, refused } = await again.plays(recording);
  expect(refused).toEqual([]);
  expect(recorded).toMatchObject([{ body: { content: 'Pong!' } }]);
  expect(played).toEqual(recorded);
});

test('what is no recording is refused', async () => {
  await using it = await testBot();
  await expect(it.plays({ steps: [] })).rejects.toThrow(RecordingInvalid);
});
