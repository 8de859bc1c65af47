import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  authorMay,
  Command,
  type CommandContext,
  Cooldown,
  explanationText,
  Guard,
  inChannelType,
  inTeam,
} from 'botwright';
import { describe, expect, onTestFinished, test } from 'vitest';
import { testBot } from '../src/index.js';

@Command({ name: 'dice', summary: 'Roll a die.', category: 'games' })
@Cooldown({ uses: 1, per: '1h' })
class Dice {
  async run(context: CommandContext): Promise<void> {
    await context.reply('four');
  }
}

@Command({ name: 'close', summary: 'Close the channel.' })
@Guard(inTeam(), inChannelType('text'), authorMay('MANAGE_CHANNELS'))
class Close {
  async run(context: CommandContext): Promise<void> {
    await context.reply('closed');
  }
}

const commands = [Dice, Close];

/** The address of a file that goes away with the test. */
async function newFile(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'command-rules-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  return `file:${join(folder, 'bot.sqlite')}`;
}

describe('people in a team', () => {
  test('P24 see in help what they may use, and are told what they lack', async () => {
    await using it = await testBot({ commands });
    const { ada, dee } = it.people;
    expect((await ada.asks('!help')).content).toContain('!close');
    expect((await dee.asks('!help')).content).not.toContain('!close');
    expect((await dee.asks('!close')).content).toBe('You lack the permission to manage channels.');
    expect((await ada.asks('!close')).content).toBe('closed');
  });

  test('P4 change how commands are called, when they may', async () => {
    await using it = await testBot({ commands, settingsCommands: true });
    const { ada, dee } = it.people;
    expect((await dee.asks('!settings prefix ?')).content).toBe('You lack the permission to manage team.');
    expect((await ada.asks('!settings prefix ?')).content).toBe('Commands begin with `?`.');
    expect((await ada.asks('?settings language de')).content).toBe('Ich spreche Deutsch.');
    expect((await dee.asks('?help')).content).toContain('Mein Präfix ist `?`.');
    expect((await ada.asks('?settings disable dice')).content).toBe('`dice` ist abgeschaltet.');
    expect((await dee.asks('?help dice')).content).toBe('Es gibt keinen Befehl `?dice`.');
  });

  test('find cooldowns and settings as they were after a restart', async () => {
    const store = { url: await newFile() };
    const before = await testBot({ commands, store, settingsCommands: true });
    const { bob } = before.people;
    expect((await bob.asks('!dice')).content).toBe('four');
    await bob.asks('!language de');
    await before[Symbol.asyncDispose]();
    await using after = await testBot({ commands, store, settingsCommands: true });
    expect(after.people.bob.id).toBe(bob.id);
    expect((await after.people.bob.asks('!dice')).content).toMatch(
      /^Nicht so schnell: Das geht wieder in (?:59 Minuten|1 Stunde)/,
    );
  });

  test('are looked at by explain, which does nothing', async () => {
    await using it = await testBot({ commands });
    const [team] = it.bot.client.teams;
    const place = { teamId: team?.id ?? null, channelId: it.sandbox.description.channels.general };
    const explanation = await it.bot.explain('!close', { ...place, userId: it.people.dee.id });
    expect(explanationText(explanation)).toContain('refuses: PERMISSION_MISSING (author: MANAGE_CHANNELS)');
    expect(await it.bot.explain('!dice', { ...place, userId: it.people.dee.id })).toMatchObject({ outcome: 'runs' });
    expect((await it.people.dee.asks('!dice')).content).toBe('four');
  });
});
