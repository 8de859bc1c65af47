import { memoryStore } from '@botwright/store';
import { describe, expect, test } from 'vitest';
import { Command, type CommandContext } from '../src/index.js';
import { TestTeam } from './support/team.js';

@Command({ name: 'ping', summary: 'Answer.' })
class Ping {
  async run(context: CommandContext): Promise<void> {
    await context.reply('pong');
  }
}

/** A team in which ada may change the settings, or may not. */
function settled(roles: readonly string[] = ['boss']) {
  const team = new TestTeam();
  team.addRole('boss', 9, 'MANAGE_TEAM');
  team.addMember('ada', { roles });
  const store = memoryStore();
  const commands = team.commands([Ping], { store, settingsCommands: true });
  const ask = async (content: string, from = {}) => {
    team.sent.length = 0;
    await team.says(commands, content, from);
    return team.lastText;
  };
  return { ask, team, store };
}

describe('settings', () => {
  test('P4 change the prefix from the next message on, and back', async () => {
    const { ask } = settled();
    expect(await ask('!settings prefix ? $$')).toBe('Commands begin with `?` or `$$`.');
    expect([await ask('!ping'), await ask('?ping'), await ask('$$ping')]).toEqual([undefined, 'pong', 'pong']);
    expect(await ask('?settings prefix')).toBe('Commands begin with `!`.');
    expect([await ask('?ping'), await ask('!ping')]).toEqual([undefined, 'pong']);
  });

  test('P4 are those of one team', async () => {
    const { ask } = settled();
    await ask('!settings prefix ?');
    expect(await ask('!ping', { teamId: 'team1' })).toBe('pong');
  });

  test('P4 give commands other names, which meet the same guards', async () => {
    const { ask } = settled();
    expect(await ask('!settings alias P ping')).toBe('`p` now stands for `ping`.');
    expect(await ask('!p')).toBe('pong');
    expect(await ask('!settings alias ping ping')).toBe('`ping` is the name of a command itself.');
    expect(await ask('!settings alias x nothing')).toBe('There is no command `nothing`.');
    expect(await ask('!settings alias p')).toBe('`p` stands for nothing any more.');
    expect(await ask('!p')).toBeUndefined();
  });

  test('P4 turn commands off and on again, but never the way back', async () => {
    const { ask } = settled();
    expect(await ask('!settings disable PING')).toBe('`ping` is turned off.');
    expect(await ask('!ping')).toBeUndefined();
    expect(await ask('!help')).not.toContain('ping');
    expect(await ask('!help ping')).toBe('There is no command `!ping`.');
    expect(await ask('!settings')).toBe('Commands begin with `!`.\nI speak English.\nTurned off: `ping`.');
    expect(await ask('!settings enable ping')).toBe('`ping` can be used.');
    expect(await ask('!ping')).toBe('pong');
    expect(await ask('!settings disable settings')).toContain('cannot be turned off');
    expect(await ask('!settings disable settings enable')).toContain('cannot be turned off');
  });

  test('choose languages, for the team and for oneself', async () => {
    const { ask } = settled();
    expect(await ask('!settings language de')).toBe('Ich spreche Deutsch.');
    expect(await ask('!settings')).toContain('Ich spreche Deutsch.');
    expect(await ask('!language en')).toBe('I speak English.');
    expect(await ask('!settings')).toContain('I speak English.');
    expect(await ask('!language')).toBe('I speak English.');
    expect(await ask('!settings language xx')).toBe('`xx` muss eines von `en`, `de` sein.');
  });

  test.each([
    '!settings',
    '!settings prefix ?',
    '!settings disable ping',
    '!settings alias p ping',
    '!settings language de',
  ])('are for those who may manage the team: %j', async (content) => {
    const { ask } = settled([]);
    expect(await ask(content)).toBe('You lack the permission to manage team.');
    expect(await ask('!ping')).toBe('pong');
    expect(await ask(content, { teamId: null })).toBe('This works in a team only.');
  });

  test('need no right for one’s own language, and nobody else’s bot to have any of this', async () => {
    expect(await settled([]).ask('!language de')).toBe('Ich spreche Deutsch.');
    const team = new TestTeam();
    expect(team.commands([Ping]).handle(team.messageEvent('!settings'))).toBeUndefined();
  });

  test('#174 of hostile names, from people and from a store, reach no prototype', async ({ annotate }) => {
    const names = [
      '__proto__',
      'constructor',
      'prototype',
      'toString',
      'hasOwnProperty',
      '__defineGetter__',
      'valueOf',
    ];
    const before = Object.getOwnPropertyNames(Object.prototype).sort();
    for (const name of names) {
      const { ask } = settled();
      expect(await ask(`!settings alias ${name} ping`)).toBe(`\`${name.toLowerCase()}\` now stands for \`ping\`.`);
      expect(await ask(`!${name}`)).toBe('pong');
      expect(await ask(`!settings prefix ${name}`)).toContain(name);
      expect(await ask(`${name}settings language ${name}`)).toContain('has to be one of');
      expect(await ask(`${name}settings disable ${name}.polluted`)).toContain('There is no command');
    }
    const stored = memoryStore();
    const raw = JSON.parse(
      '{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}},"aliases":{"__proto__":"ping","constructor":"ping"},"prefixes":["?"]}',
    );
    const team = new TestTeam();
    const commands = team.commands([Ping], { teamSettings: () => raw, userSettings: () => raw, store: stored });
    for (const content of ['?__proto__', '?constructor', '?ping']) await team.says(commands, content);
    expect(team.sent).toHaveLength(3);
    expect(Object.getOwnPropertyNames(Object.prototype).sort()).toEqual(before);
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
    await annotate('0 prototypes reached, 7 hostile names by 5 ways and a hostile record', 'reached');
  });
});
