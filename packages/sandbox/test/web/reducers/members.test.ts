import type { GatewayEvent } from '@botwright/protocol';
import { describe, expect, test } from 'vitest';
import { applyEvent } from '../../../web/src/event-reducers.js';
import type { ChatState } from '../../../web/src/state.js';
import { member, role, stateOf, user } from '../people.js';

const moderator = role('moderator', 0, 10);
const helper = role('helper', 0, 5);

function told(state: ChatState, ...events: readonly GatewayEvent[]): ChatState {
  return events.reduce(applyEvent, state);
}

function rolesOfBob(state: ChatState): readonly string[] | undefined {
  return state.teams.get('team')?.members.get('bob')?.roles;
}

function roleNames(state: ChatState): string[] | undefined {
  return state.teams.get('team')?.roles.map(({ name }) => name);
}

describe('a member', () => {
  test('gains and loses roles', () => {
    const given = { member: member('bob', ['helper']), role: helper, teamId: 'team' };
    const more = told(stateOf('ada', [], [moderator]), { kind: 'USER_ROLE_ADDED', data: given });
    expect(rolesOfBob(more)).toEqual(['moderator', 'helper']);
    const taken = { member: member('bob', []), role: moderator, teamId: 'team' };
    expect(rolesOfBob(told(more, { kind: 'USER_ROLE_REMOVED', data: taken }))).toEqual(['helper']);
  });

  test('is known by a new name everywhere', () => {
    const robert = user('bob', { username: 'robert' });
    const state = told(stateOf('bob'), { kind: 'USER_PROFILE_UPDATED', data: { user: robert } });
    expect(state.teams.get('team')?.members.get('bob')).toMatchObject({ username: 'robert', teamId: 'team' });
    expect([state.me?.username, state.names.get('bob')]).toEqual(['robert', 'robert']);
  });
});

describe('roles', () => {
  test('come and change; those an event leaves out stay', () => {
    const renamed = { ...helper, name: 'guide' };
    const state = told(
      stateOf('ada', [], [moderator]),
      { kind: 'TEAM_ROLE_CREATED', data: { role: helper, teamId: 'team' } },
      { kind: 'TEAM_ROLES_UPDATED', data: { roles: [renamed], teamId: 'team' } },
    );
    expect(roleNames(state)).toEqual(['moderator', 'guide']);
  });

  test('that are deleted are taken from whoever had them', () => {
    const deletion: GatewayEvent = { kind: 'TEAM_ROLE_DELETED', data: { roleId: 'moderator', teamId: 'team' } };
    const state = told(stateOf('ada', [], [moderator, helper]), deletion);
    expect([roleNames(state), rolesOfBob(state)]).toEqual([['helper'], ['helper']]);
  });
});

test('a team shows its new name', () => {
  const state = stateOf('ada');
  const team = state.teams.get('team')?.team;
  if (!team) throw new Error('the picture has the team');
  const after = told(state, { kind: 'TEAM_UPDATED', data: { team: { ...team, name: 'Forge' } } });
  expect(after.teams.get('team')).toMatchObject({ team: { name: 'Forge' }, channels: [{}, {}, {}] });
});
