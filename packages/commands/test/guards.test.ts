import { describe, expect, test } from 'vitest';
import {
  all,
  any,
  authorMay,
  botMay,
  botOwner,
  type CallGuard,
  Command,
  CommandGroup,
  guard,
  hasRole,
  inChannel,
  inChannelType,
  inDirectMessage,
  inTeam,
  Needs,
  not,
  rankOf,
  teamOwner,
} from '../src/index.js';
import { guarded } from './support/guarded.js';
import { TestTeam } from './support/team.js';

function staffedTeam(roles: readonly string[] = []): TestTeam {
  const team = new TestTeam();
  team.addRole('helper', 2);
  team.addRole('mod', 5, 'KICK_MEMBERS');
  team.addRole('boss', 9, 'MANAGE_TEAM');
  team.addMember('ada', { roles });
  team.addMember('botty', { id: 'bot0', roles: ['mod'] });
  return team;
}

async function answerTo(guards: [CallGuard, ...CallGuard[]], roles: readonly string[] = [], from = {}, options = {}) {
  const team = staffedTeam(roles);
  const invocation = await team.says(team.commands([guarded(...guards)], options), '!go', from);
  return { invocation, text: team.lastText, calls: team.calls.filter((call) => call.startsWith('GET')) };
}

const yes = guard({ name: 'yes', needs: 'anything', allows: () => true });
const no = guard({ name: 'no', needs: 'a miracle', allows: () => false });

describe('guards', () => {
  test.each<[string, CallGuard, boolean]>([
    ['all of two that hold', all(yes, yes), true],
    ['all of one that does not', all(yes, no), false],
    ['any of one that holds', any(no, yes), true],
    ['any of none', any(no, no), false],
    ['not of one that holds', not(yes), false],
    ['not of one that does not', not(no), true],
    ['a deeper one', all(any(no, not(no)), not(all(yes, no))), true],
  ])('compose: %s', async (_, composed, isAllowed) => {
    const { text } = await answerTo([composed]);
    expect(text === 'gone').toBe(isAllowed);
  });

  test('say why not, as data and in words', async () => {
    const { invocation, text } = await answerTo([any(authorMay('MANAGE_TEAM'), hasRole('helper'))]);
    expect(invocation).toMatchObject({
      outcome: 'refused',
      error: {
        code: 'GUARD_REFUSED',
        refusal: {
          code: 'NONE_HELD',
          refusals: [
            { code: 'PERMISSION_MISSING', whose: 'author', missing: ['MANAGE_TEAM'] },
            { code: 'ROLE_MISSING', roles: ['helper'] },
          ],
        },
      },
    });
    expect(text).toBe('This needs your permission to manage team or the role `helper`.');
  });

  test('of one’s own may say why not in their own words', async () => {
    const office = guard({ name: 'office', needs: 'office hours', allows: () => 'We are closed.' });
    expect((await answerTo([office])).text).toBe('We are closed.');
    const { text } = await answerTo([any(any(no, office), office)]);
    expect(text).toBe('This needs a miracle or office hours or office hours. We are closed.');
  });

  test('that cannot tell let nobody through, also when they are turned round', async () => {
    const broken = guard({ name: 'broken', needs: 'luck', allows: () => Promise.reject(new Error('no disk')) });
    for (const one of [broken, not(broken), any(broken, yes)]) {
      expect((await answerTo([one])).invocation).toMatchObject({ outcome: 'failed' });
    }
  });

  test.each<[CallGuard, readonly string[], boolean]>([
    [authorMay('MANAGE_TEAM'), ['boss'], true],
    [authorMay('MANAGE_TEAM'), ['mod'], false],
    [botMay('KICK_MEMBERS'), [], true],
    [botMay('MANAGE_TEAM'), ['boss'], false],
    [hasRole('HELPER', 'none'), ['helper'], true],
    [hasRole('helper'), ['boss'], false],
    [rankOf('mod'), ['mod'], true],
    [rankOf('mod'), ['boss'], true],
    [rankOf('mod'), ['helper'], false],
    [rankOf('nothing'), ['boss'], false],
    [teamOwner(), ['boss'], false],
    [inTeam(), [], true],
    [inDirectMessage(), [], false],
    [inChannelType('text'), [], true],
    [inChannelType('todo', 'voice'), [], false],
    [inChannel('channel0'), [], true],
    [inChannel('channel1'), [], false],
    [botOwner(), ['boss'], false],
  ])('%# let through whom they say', async (one, roles, isAllowed) => {
    expect((await answerTo([one], roles)).text === 'gone', one.name).toBe(isAllowed);
  });

  test('know the owner of the team and those of the bot', async () => {
    const owner = { message: staffedTeam().message({ content: '!go', createdBy: { id: 'owner-id', username: 'o' } }) };
    const team = staffedTeam();
    team.addMember('o', { id: 'owner-id' });
    await team.says(team.commands([guarded(teamOwner(), rankOf('boss'))]), '!go', owner);
    expect(team.lastText).toBe('gone');
    expect((await answerTo([botOwner()], [], {}, { owners: ['ada-id'] })).text).toBe('gone');
  });

  test.each<CallGuard>([
    hasRole('mod'),
    rankOf('mod'),
    teamOwner(),
    authorMay('KICK_MEMBERS'),
    inTeam(),
    inChannelType('text'),
  ])('%# hold in no direct message', async (one) => {
    expect((await answerTo([one], ['mod', 'boss'], { teamId: null })).invocation).toMatchObject({ outcome: 'refused' });
  });

  test('P20 of the place are asked before those that ask the service, and all of them before the arguments', async () => {
    const { invocation, calls } = await answerTo([authorMay('MANAGE_TEAM'), inDirectMessage()]);
    expect(invocation).toMatchObject({ error: { refusal: { code: 'WRONG_PLACE' } } });
    expect(calls).toEqual([]);
  });

  test('read team, roles and members once a call, however many there are', async () => {
    const { calls } = await answerTo([hasRole('mod'), rankOf('mod'), authorMay('KICK_MEMBERS')], ['mod']);
    expect(calls).toHaveLength(4);
  });

  test('of a group hold for its commands, and stand in help', async () => {
    @Command({ name: 'stage light', summary: 'Light.', aliases: ['light'] })
    @CommandGroup({ name: 'stage', summary: 'The stage.', guards: [hasRole('helper')] })
    @Needs('KICK_MEMBERS')
    class Light {
      run(): void {}
    }
    const team = staffedTeam(['mod']);
    const commands = team.commands([Light]);
    expect(await team.says(commands, '!light')).toMatchObject({ error: { refusal: { code: 'ROLE_MISSING' } } });
    await team.says(commands, '!help');
    expect(team.lastText).not.toContain('light');
    await team.says(commands, '!help light');
    expect(team.lastText).toContain('Needs the role `helper`.');
  });
});
