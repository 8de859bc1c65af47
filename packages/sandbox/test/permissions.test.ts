import { systemClock } from '@botwright/clock';
import { apiPrefix, authorization, channelPermissionBits, privateChannelName } from '@botwright/protocol';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { Address } from '../src/address.js';
import { registerApi } from '../src/api.js';
import { viewersOf } from '../src/changes/audience.js';
import { holdsChannelPermission, holdsTeamPermission } from '../src/permissions.js';
import { createServer } from '../src/server.js';
import type { WorldEvent } from '../src/world/change.js';
import { existing, type TeamView } from '../src/world/state.js';
import { World } from '../src/world/world.js';

const { VIEW_CHANNEL, SEND_MESSAGES, CAN_SEE_MESSAGE_HISTORY } = channelPermissionBits.text;
const bits = (...numbers: number[]) => numbers.reduce((sum, bit) => sum | (1 << bit), 0);

let world: World;
let events: WorldEvent[];
let app: ReturnType<typeof createServer>;

beforeEach(() => {
  events = [];
  world = new World({ seed: 'permissions', enforcesPermissions: true });
  world.publishTo((event) => events.push(event));
  app = createServer(() => new Address('127.0.0.1', 80), systemClock, {
    error: (facts) => expect.unreachable(JSON.stringify(facts)),
  });
  registerApi(app, {
    world,
    clock: systemClock,
    rateLimit: undefined,
    strictness: { limits: 'all', maxUploadBytes: 1024 },
  });
});

afterEach(() => app.close());

const team = (): TeamView => existing(world.view.teams, world.view.homeTeamId);
const idOf = (name: string) => accountOf(name).user.id;
const accountOf = (name: string) => {
  const account = [...world.view.accounts.values()].find(({ user }) => user.username === name);
  if (!account) throw new Error(`no account ${name}`);
  return account;
};
const channelOf = (name: string) => {
  const channel = [...world.view.channels.values()].find((each) => each.name === name);
  if (!channel) throw new Error(`no channel ${name}`);
  return channel;
};
const roleOf = (name: string) => {
  const role = [...team().roles.values()].find((each) => each.name === name);
  if (!role) throw new Error(`no role ${name}`);
  return role;
};

/** Sets what roles may and may not do in a channel, whoever may. */
function overwrite(channelName: string, role: Record<string, { allow: number; deny: number }>): void {
  const channel = channelOf(channelName);
  world.apply((state) => {
    state.channels.set(channel.id, { ...channel, permissions: { role } });
    return { answer: undefined, events: [] };
  });
}

const hideFromAllButModerators = () =>
  overwrite('mod-log', {
    [roleOf('everyone').id]: { allow: 0, deny: bits(VIEW_CHANNEL) },
    [roleOf('moderator').id]: { allow: bits(VIEW_CHANNEL), deny: 0 },
  });

async function call(who: string, method: 'GET' | 'POST', path: string, payload?: object) {
  const { user, token } = accountOf(who);
  const reply = await app.inject({
    method,
    url: apiPrefix + path,
    headers: { host: '127.0.0.1', authorization: authorization(token, user.bot ? 'Bot' : 'User') },
    ...(payload && { payload }),
  });
  return { status: reply.statusCode, body: reply.json() };
}

describe('team permissions', () => {
  test.each([
    ['ada', 'MANAGE_TEAM', true],
    ['bob', 'KICK_MEMBERS', true],
    ['bob', 'MANAGE_TEAM', false],
    ['cy', 'CREATE_INVITES', true],
    ['cy', 'KICK_MEMBERS', false],
    ['botwright', 'MANAGE_ROLES', true],
    ['botwright', 'ADMINISTRATOR', false],
  ] as const)('%s holds %s: %o', (who, name, held) => {
    expect(holdsTeamPermission(team(), idOf(who), name)).toBe(held);
  });

  test('are none for who is no member', () => {
    expect(holdsTeamPermission(team(), 'stranger', 'CREATE_INVITES')).toBe(false);
  });
});

describe('a channel that says nothing', () => {
  test.each([
    ['VIEW_CHANNEL', true],
    ['SEND_MESSAGES', true],
    ['CAN_SEE_MESSAGE_HISTORY', true],
    ['MANAGE_MESSAGES', false],
    ['CONNECT', false],
  ] as const)('grants a plain member %s: %o', (name, held) => {
    expect(holdsChannelPermission(team(), channelOf('general'), idOf('cy'), name)).toBe(held);
  });

  test('grants the owner everything', () => {
    expect(holdsChannelPermission(team(), channelOf('general'), idOf('ada'), 'MANAGE_MESSAGES')).toBe(true);
  });
});

describe('what a channel says of a role', () => {
  test('goes for who holds it, and above what it says of everyone', () => {
    overwrite('general', {
      [roleOf('everyone').id]: { allow: 0, deny: bits(SEND_MESSAGES) },
      [roleOf('moderator').id]: { allow: bits(SEND_MESSAGES), deny: 0 },
    });
    const maySend = (who: string) => holdsChannelPermission(team(), channelOf('general'), idOf(who), 'SEND_MESSAGES');
    expect(['ada', 'bob', 'cy', 'botwright'].map(maySend)).toEqual([true, true, false, false]);
  });

  test('refuses with the name of what is missing', async () => {
    overwrite('general', {
      [roleOf('everyone').id]: { allow: 0, deny: bits(SEND_MESSAGES, CAN_SEE_MESSAGE_HISTORY) },
    });
    const path = `/channels/${channelOf('general').id}/messages`;
    expect(await call('cy', 'POST', path, { content: 'x' })).toMatchObject({
      status: 403,
      body: { code: 'MISSING_PERMISSION', message: expect.stringContaining('SEND_MESSAGES') },
    });
    expect(await call('cy', 'GET', path)).toMatchObject({
      status: 403,
      body: { message: expect.stringContaining('CAN_SEE_MESSAGE_HISTORY') },
    });
    expect(events).toEqual([]);
  });
});

describe('a private channel', () => {
  test('lets nobody act who may not see it', async () => {
    hideFromAllButModerators();
    const { id, teamId } = channelOf('mod-log');
    for (const path of [`/channels/${id}/messages`, `/channels/${id}/messages/x`, `/teams/${teamId}/channels/${id}`]) {
      expect(await call('cy', 'GET', path)).toMatchObject({
        status: 403,
        body: { message: expect.stringContaining('VIEW_CHANNEL') },
      });
    }
    expect(await call('bob', 'POST', `/channels/${id}/messages`, { content: 'psst' })).toMatchObject({ status: 200 });
  });

  test('grants them nothing else either', () => {
    hideFromAllButModerators();
    const maySend = (who: string) => holdsChannelPermission(team(), channelOf('mod-log'), idOf(who), 'SEND_MESSAGES');
    expect(['bob', 'cy'].map(maySend)).toEqual([true, false]);
  });

  test('is listed without its name for them', async () => {
    hideFromAllButModerators();
    const namesFor = async (who: string) => {
      const { body } = await call(who, 'GET', `/teams/${world.view.homeTeamId}/channels`);
      return body.channels.map(({ name }: { name: string }) => name);
    };
    expect(await namesFor('bob')).toContain('mod-log');
    expect(await namesFor('cy')).not.toContain('mod-log');
    expect(await namesFor('cy')).toContain(privateChannelName);
  });

  test('keeps its events from them', async () => {
    hideFromAllButModerators();
    await call('bob', 'POST', `/channels/${channelOf('mod-log').id}/messages`, { content: 'psst' });
    const [event] = events;
    expect(event?.kind).toBe('MESSAGE_SEND');
    const reached = ['ada', 'bob', 'cy', 'dee', 'botwright'].filter((who) => event?.reaches(idOf(who)));
    expect(reached).toEqual(['ada', 'bob']);
  });

  test('is open to every member where permissions are off', () => {
    world = new World({ seed: 'permissions', enforcesPermissions: false });
    hideFromAllButModerators();
    const reaches = viewersOf(world.view, channelOf('mod-log'));
    expect([idOf('cy'), 'stranger'].map(reaches)).toEqual([true, false]);
  });
});
