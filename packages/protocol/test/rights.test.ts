import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  Category,
  Channel,
  type ChannelPermission,
  type ChannelPlace,
  type ChannelType,
  channelPermission,
  channelPermissionBits,
  channelPermissionHolding,
  channelPermissionsOf,
  channelPlaceOf,
  channelTypes,
  grantsChannelPermission,
  perhapsEveryones,
  privateChannelName,
  Role,
  type TeamPermission,
  teamPermissionHolding,
  teamPermissions,
} from '../src/index.js';

const roleIds = ['r1', 'r2', 'r3', 'r4', 'r5'];

const see = channelPermission('text', 'VIEW_CHANNEL');
const send = channelPermission('text', 'SEND_MESSAGES');
const manage = channelPermission('text', 'MANAGE_MESSAGES');

type Overwrites = Readonly<Record<string, { readonly allow?: number; readonly deny?: number }>>;

function placeOf(channel: Overwrites, category?: Overwrites): ChannelPlace {
  const whole = (overwrites: Overwrites) => ({
    role: Object.fromEntries(
      Object.entries(overwrites).map(([id, { allow = 0, deny = 0 }]) => [id, { allow, deny }] as const),
    ),
  });
  return {
    channel: { type: 'text', permissions: whole(channel) },
    category: category && { permissions: whole(category) },
  };
}

describe('what is held where nobody knows the role of everybody', () => {
  test.each<[string, ChannelPlace, readonly string[], ChannelPermission, unknown]>([
    ['nothing is said', placeOf({}), [], 'SEND_MESSAGES', { held: true }],
    ['nothing is said of what nobody has', placeOf({}), [], 'MANAGE_MESSAGES', { held: false }],
    ['one’s own role has it', placeOf({ r1: { allow: manage } }), ['r1'], 'MANAGE_MESSAGES', { held: true }],
    ['another role has it', placeOf({ r2: { allow: manage } }), [], 'MANAGE_MESSAGES', { dependsOn: ['r2'] }],
    ['another role lacks it', placeOf({ r2: { deny: send } }), [], 'SEND_MESSAGES', { dependsOn: ['r2'] }],
    ['another role lacks another', placeOf({ r2: { deny: send } }), [], 'VIEW_CHANNEL', { held: true }],
    [
      'one’s own role has what another lacks',
      placeOf({ r1: { allow: send }, r2: { deny: send } }),
      ['r1'],
      'SEND_MESSAGES',
      { held: true },
    ],
    [
      'another role does not see the channel',
      placeOf({ r1: { allow: manage }, r2: { deny: see } }),
      ['r1'],
      'MANAGE_MESSAGES',
      { dependsOn: ['r2'] },
    ],
    [
      'another role does not see the category',
      placeOf({}, { r2: { deny: 1 } }),
      [],
      'VIEW_CHANNEL',
      { dependsOn: ['r2'] },
    ],
    [
      'the channel says more than the category',
      placeOf({ r1: { allow: see } }, { r2: { deny: 1 } }),
      ['r1'],
      'VIEW_CHANNEL',
      { held: true },
    ],
    ['the type of channel does not know it', placeOf({ r2: { allow: 0xffff } }), [], 'CONNECT', { held: false }],
  ])('is told for certain alone: %s', (_, place, given, name, holding) => {
    const perhapsEveryones = roleIds.filter((id) => !given.includes(id));
    expect(channelPermissionHolding(place, name, { given, perhapsEveryones })).toMatchObject(holding as object);
  });

  const overwrites = fc.dictionary(
    fc.constantFrom(...roleIds),
    fc.record({ allow: fc.nat(0xffff), deny: fc.nat(0xffff) }),
    { noNullPrototype: true },
  );
  const places = fc.record({
    type: fc.constantFrom<ChannelType>(...channelTypes),
    channel: overwrites,
    category: fc.option(overwrites, { nil: undefined }),
    given: fc.subarray(roleIds),
  });

  test('is what every choice of that role agrees on, and else names the ones that do not', () => {
    fc.assert(
      fc.property(places, ({ type, channel, category, given }) => {
        const place: ChannelPlace = {
          channel: { type, permissions: { role: channel } },
          category: category && { permissions: { role: category } },
        };
        const perhapsEveryones = roleIds.filter((id) => !given.includes(id));
        for (const name of Object.keys(channelPermissionBits[type]) as ChannelPermission[]) {
          const holding = channelPermissionHolding(place, name, { given, perhapsEveryones });
          const holds = (everyone: string | undefined) =>
            grantsChannelPermission(channelPermissionsOf(place, { everyone, given }), type, name);
          const answers = new Set([undefined, ...perhapsEveryones].map(holds));
          if (holding.held !== undefined) expect([...answers]).toEqual([holding.held]);
          else {
            expect(answers.size).toBe(2);
            for (const id of perhapsEveryones) {
              expect(holds(id) !== holds(undefined)).toBe(holding.dependsOn.includes(id));
            }
          }
        }
      }),
      { numRuns: 500 },
    );
  });
});

describe('the role of everybody', () => {
  const role = (id: string, more: object = {}) =>
    Role.parse({
      id,
      teamId: 't',
      name: id,
      color: '#fff',
      permissions: 0,
      createdAt: '2026-01-01T00:00:00.000Z',
      ...more,
    });
  const kick = teamPermissions('KICK_MEMBERS');

  test('is any that nobody is listed with and that is no bot’s own, whatever its name, place and priority', () => {
    const roles = [
      role('r1', { name: 'everyone', priority: 0 }),
      role('r2', { name: 'members', priority: 9 }),
      role('r3', { botScope: { userId: 'bot' } }),
    ];
    expect(perhapsEveryones(roles, new Set())).toEqual(['r1', 'r2']);
    expect(perhapsEveryones(roles.toReversed(), new Set(['r1', 'r9']))).toEqual(['r2']);
  });

  test.each<[string, TeamPermission, readonly string[], unknown]>([
    ['one’s own role gives', 'KICK_MEMBERS', ['r2'], { held: true }],
    ['a role gives that may be everybody’s', 'KICK_MEMBERS', ['r1'], { held: undefined, dependsOn: ['r2'] }],
    ['no role gives', 'BAN_MEMBERS', ['r1'], { held: false }],
    ['everybody has from the start', 'CREATE_INVITES', [], { held: true }],
  ])('leaves open no more than it has to of what %s in a team', (_, name, given, holding) => {
    const roles = [role('r1'), role('r2', { permissions: kick }), role('r3', { permissions: kick })];
    expect(teamPermissionHolding(roles, name, { given, perhapsEveryones: ['r2'] })).toEqual(holding);
  });

  test('is not told by a channel that hides what it says, or whose category is not listed', () => {
    const channel = (more: object) =>
      Channel.parse({
        id: 'c',
        teamId: 't',
        type: 'text',
        name: 'c',
        createdBy: 'u',
        createdAt: '2026-01-01T00:00:00.000Z',
        ...more,
      });
    const category = Category.parse({
      id: 'k',
      teamId: 't',
      name: 'k',
      createdBy: 'u',
      createdAt: '2026-01-01T00:00:00.000Z',
    });
    const inside = channel({ parentId: 'k' });
    expect(channelPlaceOf(inside, [category])).toEqual({ channel: inside, category });
    expect(channelPlaceOf(inside, [])).toBeUndefined();
    expect(channelPlaceOf(channel({ name: privateChannelName }), [])).toBeUndefined();
    expect(channelPlaceOf(channel({}), [category])?.category).toBeUndefined();
  });
});
