import { teamPermissions } from '@botwright/protocol';
import { describe, expect, test } from 'vitest';
import type { Sandbox } from '../src/index.js';
import { type Caller, callersOf, openSandbox } from './support/callers.js';
import { connect } from './support/stream.js';

interface ListedRole {
  readonly id: string;
  readonly name: string;
  readonly priority: number;
  readonly permissions: number;
}

const inTeam = ({ description }: Sandbox) => ({ teamId: description.team.id });

async function roles(sandbox: Sandbox): Promise<Record<string, ListedRole>> {
  const { body } = await callersOf(sandbox).ada.call('getTeamRoles', { params: inTeam(sandbox) });
  return Object.fromEntries((body['roles'] as ListedRole[]).map((role) => [role.name, role]));
}

async function toRole(sandbox: Sandbox, name: string) {
  return { params: { ...inTeam(sandbox), roleId: (await roles(sandbox))[name]?.id ?? '' } };
}

async function create(sandbox: Sandbox, caller: Caller, body: object): Promise<ListedRole> {
  const reply = await caller.call('createRole', { params: inTeam(sandbox), body });
  expect(reply.status).toBe(200);
  return reply.body['role'] as ListedRole;
}

async function rolesOfMember(sandbox: Sandbox, name: 'bob' | 'cy' | 'dee'): Promise<string[]> {
  const params = { ...inTeam(sandbox), userId: sandbox.description.people[name].id };
  const { body } = await callersOf(sandbox).ada.call('getMember', { params });
  return (body['member'] as { roles: string[] }).roles;
}

describe('creating a role', () => {
  test('fills in what the documentation shows, and tells the team', async () => {
    await using sandbox = await openSandbox();
    await using heard = await connect(sandbox, 'cy');
    const role = await create(sandbox, callersOf(sandbox).bot, { name: null, color: null });
    expect(role).toMatchObject({
      name: 'new role',
      iconUrl: null,
      color: expect.stringMatching(/^#[0-9a-f]{6}$/),
      color2: null,
      permissions: 0,
      priority: 0,
      updatedAt: null,
      isDisplayedSeparately: true,
      isSelfAssignable: false,
      iconEmojiId: null,
      mentionable: true,
      botScope: {},
    });
    expect(await heard.next('TEAM_ROLE_CREATED')).toMatchObject({ role: { id: role.id }, ...inTeam(sandbox) });
  });

  test('puts who holds it above those who hold none', async () => {
    await using sandbox = await openSandbox();
    const { ada, cy } = callersOf(sandbox);
    const { people } = sandbox.description;
    const role = await create(sandbox, ada, { permissions: teamPermissions('KICK_MEMBERS') });
    await ada.call('addRoleToMember', { params: { ...inTeam(sandbox), userId: people.cy.id, roleId: role.id } });
    const kick = (userId: string) => cy.call('kickMember', { params: { ...inTeam(sandbox), userId } });
    expect(await kick(people.bob.id)).toMatchObject({ status: 403, body: { code: 'MEMBER_PROTECTED' } });
    expect(await kick(people.dee.id)).toMatchObject({ status: 200 });
  });

  test('keeps what is asked for', async () => {
    await using sandbox = await openSandbox();
    const body = { name: 'cook', color: '#ff0000', color2: '#00ff00', isDisplayedSeparately: false, permissions: 512 };
    expect(await create(sandbox, callersOf(sandbox).bot, body)).toMatchObject(body);
  });

  test('grants nothing that its maker does not hold', async () => {
    await using sandbox = await openSandbox();
    const { bot, ada } = callersOf(sandbox);
    const body = { permissions: teamPermissions('ADMINISTRATOR', 'KICK_MEMBERS') };
    expect(await bot.call('createRole', { params: inTeam(sandbox), body })).toMatchObject({
      status: 403,
      body: { message: expect.stringMatching(/needs ADMINISTRATOR in/) },
    });
    expect(Object.keys(await roles(sandbox))).toHaveLength(3);
    await create(sandbox, ada, body);
  });
});

describe('changing a role', () => {
  test('stores what is named, leaves what is not or is null, and tells all roles from the top', async () => {
    await using sandbox = await openSandbox();
    const { bot } = callersOf(sandbox);
    await using heard = await connect(sandbox, 'cy');
    const body = { name: 'guard', permissions: null };
    const reply = await bot.call('updateRole', { ...(await toRole(sandbox, 'moderator')), body });
    const permissions = teamPermissions('BAN_MEMBERS', 'KICK_MEMBERS', 'DELETE_MESSAGES');
    expect(reply.body['role']).toMatchObject({ name: 'guard', permissions, updatedAt: expect.any(String) });
    expect(await heard.next('TEAM_ROLES_UPDATED')).toMatchObject({
      roles: [{ name: 'bot' }, { name: 'guard' }, { name: 'everyone' }],
    });
  });

  test('changes what its holders may do at once', async () => {
    await using sandbox = await openSandbox();
    const { ada, bob } = callersOf(sandbox);
    await ada.call('updateRole', { ...(await toRole(sandbox, 'moderator')), body: { permissions: 0 } });
    const params = { ...inTeam(sandbox), userId: sandbox.description.people.cy.id };
    expect(await bob.call('kickMember', { params })).toMatchObject({ status: 403 });
  });

  test('is for those who stand above it and hold what they add', async () => {
    await using sandbox = await openSandbox();
    const { bot } = callersOf(sandbox);
    const own = await bot.call('updateRole', { ...(await toRole(sandbox, 'bot')), body: { name: 'boss' } });
    expect(own).toMatchObject({ status: 403, body: { code: 'ROLE_PROTECTED' } });
    const body = { permissions: teamPermissions('ADMINISTRATOR') };
    const raised = await bot.call('updateRole', { ...(await toRole(sandbox, 'moderator')), body });
    expect(raised).toMatchObject({ status: 403, body: { code: 'MISSING_PERMISSION' } });
    expect(Object.keys(await roles(sandbox))).toEqual(['everyone', 'moderator', 'bot']);
  });
});

describe('deleting a role', () => {
  test('takes it from who holds it', async () => {
    await using sandbox = await openSandbox();
    const { bot } = callersOf(sandbox);
    await using heard = await connect(sandbox, 'cy');
    const { params } = await toRole(sandbox, 'moderator');
    expect(await rolesOfMember(sandbox, 'bob')).toEqual([params.roleId]);
    await bot.call('deleteRole', { params });
    expect(await heard.next('TEAM_ROLE_DELETED')).toEqual(params);
    expect(await rolesOfMember(sandbox, 'bob')).toEqual([]);
  });

  test.each(['everyone', 'bot'])('is refused for that of %s, even to the owner', async (name) => {
    await using sandbox = await openSandbox();
    const reply = await callersOf(sandbox).ada.call('deleteRole', await toRole(sandbox, name));
    expect(reply).toMatchObject({ status: 403, body: { code: 'ROLE_PROTECTED' } });
    expect(await roles(sandbox)).toHaveProperty(name);
  });
});

test('a copy of a role grants the same, stands lowest and is nobody’s', async () => {
  await using sandbox = await openSandbox();
  const { ada } = callersOf(sandbox);
  const { bot: original } = await roles(sandbox);
  const reply = await ada.call('cloneRole', await toRole(sandbox, 'bot'));
  expect(reply.body['role']).toMatchObject({
    name: 'bot',
    permissions: original?.permissions,
    priority: 0,
    botScope: {},
  });
  expect((reply.body['role'] as ListedRole).id).not.toBe(original?.id);
});

describe('ordering roles', () => {
  const names = (all: Record<string, ListedRole>) =>
    Object.values(all)
      .toSorted((one, other) => other.priority - one.priority)
      .map(({ name }) => name);

  test.each([
    ['a bare list', (ids: string[]) => ids],
    ['a list in an object', (roles: string[]) => ({ roles })],
  ])('takes %s, the first on top, and leaves everyone at the bottom', async (_what, bodyOf) => {
    await using sandbox = await openSandbox();
    const { ada } = callersOf(sandbox);
    const { id: cook } = await create(sandbox, ada, { name: 'cook' });
    const { everyone, moderator } = await roles(sandbox);
    await using heard = await connect(sandbox, 'cy');
    const body = bodyOf([everyone?.id ?? '', cook, moderator?.id ?? '']);
    expect(await ada.call('updateRolePriorities', { params: inTeam(sandbox), body })).toMatchObject({ status: 200 });
    expect(names(await roles(sandbox))).toEqual(['cook', 'moderator', 'bot', 'everyone']);
    const { roles: told } = await heard.next('TEAM_ROLES_UPDATED');
    expect((told as ListedRole[]).map(({ name }) => name)).toEqual(['cook', 'moderator', 'bot', 'everyone']);
  });

  test('moves none above the one who orders them', async () => {
    await using sandbox = await openSandbox();
    const { bot, ada } = callersOf(sandbox);
    const { id: cook } = await create(sandbox, ada, { name: 'cook' });
    const { bot: own, moderator } = await roles(sandbox);
    const order = (...body: (string | undefined)[]) =>
      bot.call('updateRolePriorities', { params: inTeam(sandbox), body });
    expect(await order(cook, own?.id)).toMatchObject({ status: 403, body: { code: 'ROLE_PROTECTED' } });
    expect(await order(own?.id, cook, moderator?.id)).toMatchObject({ status: 200 });
    expect(names(await roles(sandbox))).toEqual(['bot', 'cook', 'moderator', 'everyone']);
  });

  test('refuses roles that are not there or come twice', async () => {
    await using sandbox = await openSandbox();
    const { ada } = callersOf(sandbox);
    const { moderator } = await roles(sandbox);
    const order = (body: unknown[]) => ada.call('updateRolePriorities', { params: inTeam(sandbox), body });
    expect(await order(['nothing'])).toMatchObject({ status: 404, body: { code: 'UNKNOWN_ROLE' } });
    expect(await order([moderator?.id, moderator?.id])).toMatchObject({ status: 400, body: { code: 'BAD_INPUT' } });
  });
});

describe('the roles of a member', () => {
  async function toMember(sandbox: Sandbox, name: 'cy' | 'bob', role: string) {
    const { params } = await toRole(sandbox, role);
    return { params: { ...params, userId: sandbox.description.people[name].id } };
  }

  test('come and go, each time told of, and only once', async () => {
    await using sandbox = await openSandbox();
    const { bot } = callersOf(sandbox);
    await using heard = await connect(sandbox, 'dee');
    const input = await toMember(sandbox, 'cy', 'moderator');
    const { roleId, userId } = input.params;
    const given = await bot.call('addRoleToMember', input);
    expect(given.body['member']).toMatchObject({ id: userId, roles: [roleId] });
    await bot.call('addRoleToMember', input);
    expect(await heard.next('USER_ROLE_ADDED')).toMatchObject({
      member: { id: userId, roles: [roleId] },
      role: { id: roleId },
    });
    await bot.call('removeRoleFromMember', input);
    await bot.call('removeRoleFromMember', input);
    expect(await heard.next('USER_ROLE_REMOVED')).toMatchObject({ member: { roles: [] }, role: { id: roleId } });
    await heard.settled();
    expect(heard.kinds().filter((kind) => kind.startsWith('USER_ROLE_'))).toHaveLength(2);
    expect(await rolesOfMember(sandbox, 'cy')).toEqual([]);
  });

  test('are given and taken by those alone who stand above the role', async () => {
    await using sandbox = await openSandbox();
    const { ada, bob } = callersOf(sandbox);
    const body = { permissions: teamPermissions('MANAGE_ROLES') };
    await ada.call('updateRole', { ...(await toRole(sandbox, 'moderator')), body });
    const own = await bob.call('addRoleToMember', await toMember(sandbox, 'cy', 'moderator'));
    expect(own).toMatchObject({ status: 403, body: { code: 'ROLE_PROTECTED' } });
    const taken = await bob.call('removeRoleFromMember', await toMember(sandbox, 'bob', 'moderator'));
    expect(taken).toMatchObject({ status: 403, body: { code: 'ROLE_PROTECTED' } });
    await create(sandbox, ada, { name: 'cook' });
    expect(await bob.call('addRoleToMember', await toMember(sandbox, 'cy', 'cook'))).toMatchObject({ status: 200 });
  });

  test.each(['everyone', 'bot'])('never change by the role of %s', async (role) => {
    await using sandbox = await openSandbox();
    const reply = await callersOf(sandbox).ada.call('addRoleToMember', await toMember(sandbox, 'cy', role));
    expect(reply).toMatchObject({ status: 403, body: { code: 'ROLE_PROTECTED' } });
    expect(await rolesOfMember(sandbox, 'cy')).toEqual([]);
  });
});
