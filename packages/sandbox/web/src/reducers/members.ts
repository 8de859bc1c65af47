import type { Member, Role, RoleId } from '@botwright/protocol';
import type { TeamState } from '../state.js';
import { named, replaced, withEachTeam, withMember, without, withTeam } from './change-state.js';
import type { Reducers } from './reducers.js';
import { withoutPerson } from './voice.js';

export const memberReducers: Reducers = {
  PRESENCE_UPDATE(state, { userId, presence }) {
    if (presence === undefined) return state;
    return withEachTeam(state, (team) => withMember(team, userId, (member) => ({ ...member, presence })));
  },
  USER_JOINED_TEAM(state, { user, teamId, member }) {
    const joined = { joinedAt: null, roles: [], teamId, ...user, ...(member as Partial<Member>) };
    return withTeam(named(state, user), teamId, (team) => ({
      ...team,
      members: new Map(team.members).set(user.id, joined),
    }));
  },
  USER_LEFT_TEAM(state, { member, teamId }) {
    if (member.id === state.me?.id) {
      return { ...state, teams: new Map([...state.teams].filter(([id]) => id !== teamId)) };
    }
    return withTeam(state, teamId, (team) => ({
      ...withoutPerson(team, member.id),
      members: new Map([...team.members].filter(([id]) => id !== member.id)),
    }));
  },
  USER_PROFILE_UPDATED(state, { user }) {
    const me = state.me?.id === user.id ? { ...state.me, ...user } : state.me;
    return withEachTeam(named({ ...state, me }, user), (team) =>
      withMember(team, user.id, (member) => ({ ...member, ...user })),
    );
  },
  USER_ROLE_ADDED: (state, { member, role, teamId }) =>
    withTeam(state, teamId, (team) =>
      withMember(withRoles(team, [role]), member.id, (known) => ({
        ...known,
        roles: [...new Set([...known.roles, role.id])],
      })),
    ),
  USER_ROLE_REMOVED: (state, { member, role, teamId }) =>
    withTeam(state, teamId, (team) => withMember(team, member.id, (known) => withoutRole(known, role.id))),
  TEAM_UPDATED: (state, { team }) => withTeam(state, team.id, (known) => ({ ...known, team })),
  TEAM_ROLE_CREATED: (state, { role, teamId }) => withTeam(state, teamId, (team) => withRoles(team, [role])),
  TEAM_ROLES_UPDATED: (state, { roles, teamId }) => withTeam(state, teamId, (team) => withRoles(team, roles)),
  TEAM_ROLE_DELETED: (state, { roleId, teamId }) =>
    withTeam(state, teamId, (team) => ({
      ...team,
      roles: without(team.roles, roleId),
      members: new Map([...team.members].map(([id, member]) => [id, withoutRole(member, roleId)])),
    })),
};

/** It is not known whether an event brings all roles or those that changed, so those it leaves out stay. */
function withRoles(team: TeamState, roles: readonly Role[]): TeamState {
  return { ...team, roles: roles.reduce<readonly Role[]>(replaced, team.roles) };
}

function withoutRole(member: Member, roleId: RoleId): Member {
  return { ...member, roles: member.roles.filter((id) => id !== roleId) };
}
