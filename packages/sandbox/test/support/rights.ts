import {
  type ChannelPermission,
  type ChannelType,
  channelPermissionBits,
  type Right,
  type TeamPermission,
  teamPermissions,
} from '@botwright/protocol';
import type { CallInput } from './callers.js';
import type { Scene } from './samples.js';

type Params = NonNullable<CallInput['params']>;

/** Takes from everyone, in the channel that a call names, all that channels grant from the start. */
export async function grantNothing(scene: Scene, params: Params, keepsView: boolean): Promise<void> {
  if (params['channelId'] === undefined) return;
  const type = await typeOf(scene, params);
  const bits = Object.values(channelPermissionBits[type]).map((bit) => 1 << bit);
  const all = bits.reduce((sum, bit) => sum | bit, 0);
  const deny = keepsView ? all & ~(1 << channelPermissionBits[type].VIEW_CHANNEL) : all;
  await overwrite(scene, params, await everyone(scene), { allow: 0, deny });
}

/** Gives a member of the default world one right and no other, by a role that stands above all others. */
export async function grant(scene: Scene, params: Params, userId: string, right: Right): Promise<void> {
  const { ada, description } = scene;
  const team = { teamId: description.team.id };
  const [scope, name] = right.split(':') as [string, string];
  const permissions = scope === 'team' ? teamPermissions(name as TeamPermission) : 0;
  const { body } = await ada.call('createRole', { params: team, body: { name: 'granted', permissions } });
  const { id: roleId } = body['role'] as { id: string };
  await ada.call('addRoleToMember', { params: { ...team, userId, roleId } });
  await ada.call('updateRolePriorities', { params: team, body: [roleId] });
  if (scope !== 'channel') return;
  const byName: Partial<Record<ChannelPermission, number>> = channelPermissionBits[await typeOf(scene, params)];
  const allow = (1 << (byName[name as ChannelPermission] ?? 0)) | (1 << (byName.VIEW_CHANNEL ?? 0));
  await overwrite(scene, params, roleId, { allow, deny: 0 });
}

async function overwrite({ ada, description }: Scene, { channelId = '' }: Params, roleId: string, body: object) {
  const params = { teamId: description.team.id, channelId, roleId };
  await ada.call('updateChannelRolePermissions', { params, body });
}

async function typeOf({ ada, description }: Scene, { channelId = '' }: Params): Promise<ChannelType> {
  const { body } = await ada.call('getChannelById', { params: { teamId: description.team.id, channelId } });
  return (body['channel'] as { type: ChannelType }).type;
}

/** The role that everybody has. */
export async function everyone({ ada, description }: Scene): Promise<string> {
  const { body } = await ada.call('getTeamRoles', { params: { teamId: description.team.id } });
  const roles = body['roles'] as { id: string; name: string }[];
  return roles.find(({ name }) => name === 'everyone')?.id ?? '';
}
