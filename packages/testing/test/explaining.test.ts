import { Command } from 'botwright';
import { expect, test } from 'vitest';
import { testBot } from '../src/index.js';

@Command({ name: 'ping', summary: 'Answer.' })
class Ping {
  async run(): Promise<void> {}
}

test('the page of a test’s sandbox shows how its bot reads a text, as the bot itself says', async () => {
  await using it = await testBot({ commands: [Ping] });
  const { team, channels, people, controlToken } = it.sandbox.description;
  const place = { channelId: channels.general, userId: people.cy.id };
  const reply = await it.sandbox.inject({
    method: 'POST',
    url: '/_sandbox/explain',
    headers: { 'x-sandbox-token': controlToken },
    payload: { text: '!ping', ...place },
  });
  const explanation = await it.bot.explain('!ping', { ...place, teamId: team.id });
  expect(explanation).toMatchObject({ outcome: 'runs', command: 'ping' });
  expect(reply.json()).toEqual({ success: true, explanation: JSON.parse(JSON.stringify(explanation)) });
});
