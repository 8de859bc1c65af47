import {
  authorMayHere,
  type ChannelPermission,
  Command,
  type CommandContext,
  channelPermission,
  explanationText,
  Guard,
  NeedsHere,
  type Role,
} from 'botwright';
import { expect, test } from 'vitest';
import { type TestBot, testBot } from '../src/index.js';

@Command({ name: 'purge', summary: 'Clears the channel.' })
@NeedsHere('MANAGE_MESSAGES')
class Purge {
  async run(context: CommandContext): Promise<void> {
    await context.reply('purged');
  }
}

@Command({ name: 'speak', summary: 'Speaks.' })
@Guard(authorMayHere('SEND_MESSAGES'))
class Speak {
  async run(context: CommandContext): Promise<void> {
    await context.reply('spoken');
  }
}

/** The owner says what a role may and may not do in the main channel. */
async function overwrite(
  { people: { ada }, sandbox: { description } }: TestBot,
  roleName: string,
  allow?: ChannelPermission,
  deny?: ChannelPermission,
): Promise<void> {
  const team = `/teams/${description.team.id}`;
  const { roles } = await ada.does<{ roles: Role[] }>('GET', `${team}/roles`);
  const role = roles.find(({ name }) => name === roleName);
  const bit = (name: ChannelPermission | undefined) => (name === undefined ? 0 : channelPermission('text', name));
  await ada.does('POST', `${team}/channels/${description.channels.general}/permissions/role/${role?.id}`, {
    allow: bit(allow),
    deny: bit(deny),
  });
}

test('what a channel allows its roles is judged for certain, follows each change at once, and is told where it cannot be', async () => {
  await using it = await testBot({ commands: [Purge, Speak] });
  const { ada, bob, cy } = it.people;
  const general = it.sandbox.description.channels.general;
  expect((await bob.asks('!purge')).content).toBe('You lack the permission to manage messages here.');
  expect((await ada.asks('!purge')).content).toContain('I lack the permission to manage messages here.');

  await overwrite(it, 'moderator', 'MANAGE_MESSAGES');
  await overwrite(it, 'bot', 'MANAGE_MESSAGES');
  expect((await ada.asks('!purge')).content).toBe('purged');
  expect((await bob.asks('!purge')).content).toBe('purged');
  // Bob is listed as a moderator and cy is not, so that is not what everybody has.
  expect((await cy.asks('!purge')).content).toBe('You lack the permission to manage messages here.');
  expect((await cy.asks('!help')).content).not.toContain('purge');
  expect((await bob.asks('!help')).content).toContain('purge');

  // The sandbox knows that this is everybody's role; the service does not say so.
  await overwrite(it, 'everyone', 'USE_EXTERNAL_EMOJIS', 'MANAGE_MESSAGES');
  expect((await bob.asks('!purge')).content).toBe('purged');
  expect((await cy.asks('!speak')).content).toBe('spoken');
  await overwrite(it, 'everyone', 'MANAGE_MESSAGES');
  expect((await cy.asks('!purge')).content).toMatch(
    /^I cannot tell whether you have the permission to manage messages here\./,
  );

  const place = { teamId: it.sandbox.description.team.id, channelId: general, userId: cy.id };
  expect(explanationText(await it.bot.explain('!purge', place))).toMatch(
    /bothMayHere\(MANAGE_MESSAGES\) {2}refuses: CHANNEL_PERMISSION_UNCERTAIN \(author: MANAGE_MESSAGES; depends on whether everybody has everyone \([\w-]+\)\)/,
  );
});
