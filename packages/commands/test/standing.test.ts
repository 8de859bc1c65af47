import { teamPermissions } from '@botwright/protocol';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { mayActOn, type Standing, standingOf } from '../src/index.js';

const team = { createdBy: 'owner' };
const roles = [
  { id: 'everyone', priority: 0, permissions: 0 },
  { id: 'mod', priority: 5, permissions: teamPermissions('KICK_MEMBERS') },
  { id: 'judge', priority: 3, permissions: teamPermissions('BAN_MEMBERS') },
];

describe('standing', () => {
  test('is the union of the permissions of the roles, and the highest of their priorities', () => {
    expect(standingOf({ team, roles, member: { id: 'ada', roles: ['judge', 'mod', 'gone'] } })).toEqual({
      owner: false,
      permissions: teamPermissions('CREATE_INVITES', 'KICK_MEMBERS', 'BAN_MEMBERS'),
      rank: 5,
    });
  });

  test('is what everybody has, below every role, for a member without any', () => {
    expect(standingOf({ team, roles, member: { id: 'ada', roles: [] } })).toEqual({
      owner: false,
      permissions: teamPermissions('CREATE_INVITES'),
      rank: Number.NEGATIVE_INFINITY,
    });
  });

  test('is the owner’s by the team, not by a role', () => {
    expect(standingOf({ team, roles, member: { id: 'owner', roles: [] } }).owner).toBe(true);
  });
});

describe('acting on somebody', () => {
  const standing = fc.record<Standing>({
    owner: fc.boolean(),
    permissions: fc.nat(),
    rank: fc.oneof(fc.integer(), fc.constant(Number.NEGATIVE_INFINITY)),
  });

  test('never works on oneself, on an equal, or on the owner', () => {
    fc.assert(
      fc.property(standing, standing, (one, other) => {
        expect(mayActOn(one, one)).toBe(false);
        expect(mayActOn(one, { ...other, owner: false, rank: one.rank })).toBe(one.owner);
        expect(mayActOn(one, { ...other, owner: true })).toBe(false);
      }),
    );
  });

  test('works downwards only, whatever permissions there are', () => {
    const below = { owner: false, permissions: teamPermissions('ADMINISTRATOR'), rank: 1 };
    const above = { owner: false, permissions: 0, rank: 2 };
    expect([mayActOn(above, below), mayActOn(below, above)]).toEqual([true, false]);
  });
});
