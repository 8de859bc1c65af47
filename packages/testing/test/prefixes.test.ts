import { Command, type CommandContext } from 'botwright';
import { expect, test } from 'vitest';
import { testBot } from '../src/index.js';

@Command({ name: 'dice', summary: 'Roll a die.', aliases: ['cube'] })
class Dice {
  async run(context: CommandContext): Promise<void> {
    await context.reply(`four, said ${context.prefix}dice`);
  }
}

test('P2 a bot begins its commands with each of its texts and patterns, with those of a person, and when it is mentioned', async () => {
  const own = new Map<string, string>();
  await using it = await testBot({
    commands: [Dice],
    prefix: ['?', '??', /robot,\s*/iy],
    userPrefixes: (userId) => [own.get(userId) ?? []].flat(),
  });
  const { ada, bob } = it.people;
  own.set(bob.id, 'yo ');
  expect(it.bot.prefix).toBe('?');
  for (const said of ['?dice', '??dice', 'Robot, dice', `<@${it.sandbox.description.bot.id}> dice`]) {
    expect((await ada.asks(said)).content).toBe('four, said ?dice');
  }
  expect((await bob.asks('yo dice')).content).toBe('four, said ?dice');
  await ada.says('yo dice');
  await ada.says('!dice');
  expect((await ada.asks('?dice')).content).toBe('four, said ?dice');
  const { messages } = await ada.does<{ messages: { createdBy: { bot: boolean } }[] }>(
    'GET',
    `/channels/${it.sandbox.description.channels.general}/messages`,
  );
  expect(messages.filter(({ createdBy }) => createdBy.bot)).toHaveLength(6);
});

test('P2 a bot without a prefix is called by mentioning it, and says so', async () => {
  await using it = await testBot({ commands: [Dice], prefix: [], help: false });
  const { ada } = it.people;
  expect(it.bot.prefix).toBeUndefined();
  expect(it.bot.describe().map(({ name }) => name)).toEqual(['dice']);
  expect((await ada.asks(`<@${it.sandbox.description.bot.id}> dice`)).content).toBe('four, said @botwright dice');
});

test('P2 a bot takes what teams have settled from wherever it keeps that, and reads it anew when told to', async () => {
  const settled = { prefixes: ['$'], aliases: { w: 'dice' } };
  await using it = await testBot({ commands: [Dice], teamSettings: () => settled, prefixCase: 'ignored' });
  const { ada } = it.people;
  expect((await ada.asks('$w')).content).toBe('four, said $dice');
});

test('P23 two letters that changed places are one slip, and an alias may be what was meant', async () => {
  await using it = await testBot({ commands: [Dice], unknownCommands: 'suggest' });
  const { ada, bob } = it.people;
  for (const [person, said, meant] of [
    [ada, '!dcie', '!dice'],
    [bob, '!cueb', '!cube'],
  ] as const) {
    expect((await person.asks(said)).content).toBe(`Did you mean \`${meant}\`? React with ✅ to run it.`);
    await person.says('yes');
    await person.hears('four, said !dice');
  }
});
