import { describe, expect, test } from 'vitest';
import { createSandbox, SandboxOptionInvalid, type WorldDescription } from '../src/index.js';
import { callersOf, control, openSandbox } from './support/callers.js';

const world: WorldDescription = {
  roles: [{ name: 'helper', permissions: ['MANAGE_CHANNELS'] }],
  people: [{ username: 'eve', roles: ['helper', 'moderator'] }, { username: 'fay' }],
  channels: [{ name: 'ideas' }, { name: 'plans', type: 'todo' }],
};

describe('a world that is described', () => {
  test('has its people, roles and channels beside those of the default one', async () => {
    await using sandbox = await openSandbox({ world });
    const { description } = sandbox;
    expect(Object.keys(description.people)).toEqual(['ada', 'bob', 'cy', 'dee', 'eve', 'fay']);
    expect(description.channels).toMatchObject({ general: expect.any(String), ideas: expect.any(String) });
    const { body } = await control(sandbox, 'GET', '/world');
    expect(body['teams']).toMatchObject([
      {
        memberCount: 7,
        channels: expect.arrayContaining([expect.objectContaining({ name: 'plans', type: 'todo' })]),
        roles: expect.arrayContaining([expect.objectContaining({ name: 'helper' })]),
      },
    ]);
  });

  test('keeps the ids of the default one, has its own the same each time, and comes back with a reset', async () => {
    await using plain = await openSandbox();
    await using one = await openSandbox({ world });
    const before = one.description;
    expect(before.people.ada).toEqual(plain.description.people.ada);
    await callersOf(one).ada.call('kickMember', {
      params: { teamId: before.team.id, userId: (before.people as Record<string, { id: string }>)['eve']?.id ?? '' },
    });
    await control(one, 'POST', '/reset', {});
    expect(one.description).toEqual(before);
  });

  test.each<[string, unknown, string]>([
    ['an unknown member', { colours: [] }, 'colours'],
    ['a name that is taken', { people: [{ username: 'ada' }] }, 'people.0.username ada is taken'],
    ['a name twice', { people: [{ username: 'eve' }, { username: 'eve' }] }, 'people.1.username eve is taken'],
    ['too long a name', { people: [{ username: 'x'.repeat(21) }] }, 'people.0.username must be at most 20'],
    ['a role that there is not', { people: [{ username: 'eve', roles: ['queen'] }] }, 'people.0.roles names queen'],
    ['an unknown permission', { roles: [{ name: 'r', permissions: ['FLY'] }] }, 'roles.0.permissions.0 must be'],
    ['an unknown type of channel', { channels: [{ name: 'c', type: 'tunnel' }] }, 'channels.0.type must be'],
  ])('is refused with %s, by the member', async (_what, description, problem) => {
    const failure = await createSandbox({ world: description as WorldDescription }).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(SandboxOptionInvalid);
    expect(failure).toMatchObject({ option: 'world', message: expect.stringContaining(problem) });
  });
});
