import {
  channelTypes,
  limits,
  type TeamId,
  type TeamPermission,
  teamPermissionBits,
  teamPermissions,
} from '@botwright/protocol';
import { z } from 'zod';
import { problemOf } from './bad-input.js';
import { createChannel } from './changes/channels.js';
import { addPerson } from './changes/members.js';
import { createRole } from './changes/roles.js';
import { SandboxOptionInvalid } from './option-invalid.js';
import type { Change, Stamp } from './world/change.js';
import { existing, type TeamState, type WorldState } from './world/state.js';

/** What a world has beside the default one's people, roles and channels. */
export interface WorldDescription {
  readonly roles?: readonly { readonly name: string; readonly permissions?: readonly TeamPermission[] }[];
  /** Members of the team; their roles by name. */
  readonly people?: readonly { readonly username: string; readonly roles?: readonly string[] }[];
  /** Of type `text` where nothing is said. */
  readonly channels?: readonly { readonly name: string; readonly type?: (typeof channelTypes)[number] }[];
}

const permissionNames = Object.keys(teamPermissionBits) as [TeamPermission, ...TeamPermission[]];
const name = z.string().min(1).max(limits.channelNameLength.value);

const Description = z.strictObject({
  roles: z.array(z.strictObject({ name, permissions: z.array(z.enum(permissionNames)).default([]) })).default([]),
  people: z
    .array(
      z.strictObject({
        username: z.string().min(1).max(limits.usernameLength.value),
        roles: z.array(z.string()).default([]),
      }),
    )
    .default([]),
  channels: z.array(z.strictObject({ name, type: z.enum(channelTypes).default('text') })).default([]),
});
type ReadDescription = z.output<typeof Description>;

/**
 * Makes a description into the one change that adds what it says to a fresh world.
 *
 * @throws {SandboxOptionInvalid} naming the member that cannot be.
 */
export function readWorldDescription(description: WorldDescription): Change<void> {
  const read = Description.safeParse(description);
  if (!read.success) throw new SandboxOptionInvalid('world', `cannot be used: ${problemOf(read.error, 'the whole')}`);
  return (state, stamp) => {
    const team = existing(state.teams, state.homeTeamId);
    addRoles(state, stamp, team, read.data);
    for (const { name, type } of read.data.channels) {
      createChannel(team.team.id, team.team.createdBy, { name, type })(state, stamp);
    }
    addPeople(state, stamp, team, read.data);
    return { answer: undefined, events: [] };
  };
}

function addRoles(state: WorldState, stamp: Stamp, team: TeamState, { roles }: ReadDescription): void {
  for (const { name, permissions } of roles) {
    createRole(team.team.id, { name, permissions: teamPermissions(...permissions) })(state, stamp);
  }
}

function addPeople(state: WorldState, stamp: Stamp, team: TeamState, { people }: ReadDescription): void {
  const teamId: TeamId = team.team.id;
  const names = new Set(Array.from(state.accounts.values(), ({ user }) => user.username));
  for (const [index, { username, roles }] of people.entries()) {
    if (names.has(username)) {
      throw new SandboxOptionInvalid('world', `cannot be used: people.${index}.username ${username} is taken`);
    }
    names.add(username);
    addPerson(
      teamId,
      username,
      roles.map((role) => roleIdOf(team, role, index)),
    )(state, stamp);
  }
}

function roleIdOf({ roles }: TeamState, name: string, index: number): string {
  const role = [...roles.values()].find((known) => known.name === name);
  if (role) return role.id;
  throw new SandboxOptionInvalid('world', `cannot be used: people.${index}.roles names ${name}, which is no role`);
}
