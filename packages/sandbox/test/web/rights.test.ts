import { channelPermissionBits, teamPermissions } from '@botwright/protocol';
import { expect, test } from 'vitest';
import { holds, isGranted, mayDelete, mayEdit, outranks } from '../../web/src/rights.js';
import type { ChatState } from '../../web/src/state.js';
import { channel, member, message, role, stateOf } from './people.js';

const byAda = message('m', 'ada');
const byBob = message('n', 'bob');

test('only one’s own messages can be edited', () => {
  expect([mayEdit(stateOf('bob'), byBob), mayEdit(stateOf('bob'), byAda)]).toEqual([true, false]);
});

test('deletion is offered for one’s own messages, to the owner, and to whom a role allows it', () => {
  const moderator = role('moderator', teamPermissions('DELETE_MESSAGES'));
  const speaker = role('speaker', teamPermissions('CREATE_INVITES'));
  expect(mayDelete(stateOf('bob'), byBob)).toBe(true);
  expect(mayDelete(stateOf('ada'), byBob)).toBe(true);
  expect(mayDelete(stateOf('bob', [], [moderator]), byAda)).toBe(true);
  expect(mayDelete(stateOf('bob', [], [speaker]), byAda)).toBe(false);
});

function teamIn(state: ChatState) {
  const team = state.teams.get('team');
  if (!team) throw new Error('the picture has the team');
  return team;
}

test('team permissions come from the roles of a member, the lowest of which everybody has', () => {
  const everyone = role('everyone', teamPermissions('CREATE_INVITES'), 0);
  const team = teamIn(stateOf('bob', [], [role('moderator', teamPermissions('BAN_MEMBERS'), 10)]));
  const withEveryone = { ...team, roles: [...team.roles, everyone] };
  const held = (id: string) => [holds(withEveryone, id, 'BAN_MEMBERS'), holds(withEveryone, id, 'CREATE_INVITES')];
  expect([held('ada'), held('bob'), held('stranger')]).toEqual([
    [true, true],
    [true, true],
    [false, false],
  ]);
});

test('a permission in a channel is granted to the owner and to whose role the channel allows it', () => {
  const allow = 1 << channelPermissionBits.announcement.CREATE_ANNOUNCEMENTS;
  const news = channel('news', 'announcement', { permissions: { role: { herald: { allow, deny: 0 } } } });
  const may = (roleId: string, id: string) =>
    isGranted(teamIn(stateOf(id, [], [role('everyone', 0, 0), role(roleId, 0)])), news, id, 'CREATE_ANNOUNCEMENTS');
  expect([may('other', 'ada'), may('herald', 'bob'), may('other', 'bob')]).toEqual([true, true, false]);
});

test('removal is a matter of rank: never of oneself, nor of the owner, nor of one’s equal', () => {
  const team = teamIn(stateOf('bob', [], [role('moderator', 0, 10)]));
  const [ada, bob] = [member('ada'), member('bob', ['moderator'])];
  const [cy, peer] = [member('cy'), member('peer', ['moderator'])];
  expect([ada, bob, cy, peer].map((other) => outranks(team, 'bob', other))).toEqual([false, false, true, false]);
  expect(outranks(team, 'ada', bob)).toBe(true);
});
