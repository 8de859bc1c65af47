import { type TestBot, testBot } from '@botwright/testing';
import { channelPermissionBits } from 'botwright';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { Mutes, moderation } from '../src/index.js';
import { answerTo, botIsThroughWith, memberNamed, noticesTo, rolesOf, teamPath } from './support/service.js';

const { SEND_MESSAGES } = channelPermissionBits.text;

let it: TestBot;

beforeEach(async () => {
  it = await testBot({ plugins: [moderation()] });
});

afterEach(() => it[Symbol.asyncDispose]());

async function muteRoleId(name = 'Muted'): Promise<string | undefined> {
  return (await rolesOf(it)).find((role) => role.name === name)?.id;
}

async function isMuted(): Promise<boolean> {
  const roleId = await muteRoleId();
  return roleId !== undefined && (await memberNamed(it, 'dee')).roles.includes(roleId);
}

async function kickAndReturn(): Promise<void> {
  await it.people.ada.does('DELETE', `${teamPath(it)}/members/${it.people.dee.id}`);
  await it.newcomer('dee');
}

async function takeRoleByHand(): Promise<void> {
  await it.people.ada.does('DELETE', `${teamPath(it)}/members/${it.people.dee.id}/roles/${await muteRoleId()}`);
}

describe('mute', () => {
  test('keeps a member from writing in every text channel until unmute', async () => {
    expect(await answerTo(it, 'bob', '!mute dee')).toBe('dee is muted. They got a notice.');
    await expect(it.people.dee.says('hello')).rejects.toMatchObject({ status: 403 });
    await expect(it.people.dee.says('hello', { in: 'random' })).rejects.toMatchObject({ status: 403 });
    expect(await answerTo(it, 'bob', '!unmute dee')).toBe('dee may write again.');
    await it.people.dee.says('hello');
  });

  test('makes the role once, without any permission', async () => {
    await Promise.all([answerTo(it, 'bob', '!mute dee'), it.people.bob.asks('!mute cy', { in: 'random' })]);
    const made = (await rolesOf(it)).filter(({ name }) => name === 'Muted');
    expect(made).toMatchObject([{ permissions: 0 }]);
    expect((await memberNamed(it, 'cy')).roles).toEqual([made[0]?.id]);
  });

  test('tells the member in private who did it, for how long and why', async () => {
    await answerTo(it, 'bob', '!mute dee 1 hour shouting all day');
    expect(await noticesTo(it, 'dee')).toEqual(['bob muted you in Workshop for 1 hour: shouting all day']);
  });

  test('leaves a channel as it is where somebody has set what the role may do', async () => {
    const { role } = await it.people.ada.does<{ role: { id: string } }>('POST', `${teamPath(it)}/roles`, {
      name: 'Muted',
    });
    const { random } = it.sandbox.description.channels;
    const overwrite = { allow: 1 << SEND_MESSAGES, deny: 0 };
    await it.people.ada.does('POST', `${teamPath(it)}/channels/${random}/permissions/role/${role.id}`, overwrite);
    await answerTo(it, 'bob', '!mute dee');
    await it.people.dee.says('I appeal', { in: 'random' });
    await expect(it.people.dee.says('hello')).rejects.toMatchObject({ status: 403 });
  });

  test.each([
    ['bob', '!mute bob', 'You cannot mute yourself.'],
    ['bob', '!mute ada', 'ada owns this team; nobody can mute the owner.'],
    ['ada', '!mute botwright', 'I will not mute myself.'],
  ] as const)('refuses when %s says %s, and makes no role', async (person, call, refusal) => {
    expect(await answerTo(it, person, call)).toBe(refusal);
    expect(await muteRoleId()).toBeUndefined();
  });

  test('refuses a moderator of the same rank, who gets no notice', async () => {
    const eve = await it.newcomer('eve', ['moderator']);
    expect(await answerTo(it, 'bob', '!mute eve')).toMatch(/^eve does not stand below you/);
    expect(await eve.does('GET', '/me/chats')).toMatchObject({ DMs: [] });
  });

  test('refuses the owner where the target does not stand below the bot', async () => {
    await it.newcomer('robot', ['bot']);
    expect(await answerTo(it, 'ada', '!mute robot')).toMatch(/^robot does not stand below me/);
  });

  test('is not for members without the permission', async () => {
    expect(await answerTo(it, 'cy', '!mute dee')).toMatch(/kick members/);
  });
});

describe('a term', () => {
  test('ends by itself', async () => {
    const removed = botIsThroughWith(it, 'USER_ROLE_REMOVED');
    expect(await answerTo(it, 'bob', '!mute dee 1s')).toMatch(/^dee is muted for 1 second, until .* UTC\./);
    expect((await removed).member.id).toBe(it.people.dee.id);
    await it.people.dee.says('hello');
  });

  test('takes the place of the one before, also a shorter one', async () => {
    const removed = botIsThroughWith(it, 'USER_ROLE_REMOVED');
    await answerTo(it, 'bob', '!mute dee 1h');
    await answerTo(it, 'bob', '!mute dee 1s');
    await removed;
    await it.people.dee.says('hello');
  });

  test('is refused when it is longer than a year', async () => {
    expect(await answerTo(it, 'bob', '!mute dee 366d')).toMatch(/at most|from 1 second to 365 days/);
    expect(await muteRoleId()).toBeUndefined();
  });
});

describe('whoever leaves while muted', () => {
  test('is muted again when they come back', async () => {
    await answerTo(it, 'bob', '!mute dee 1h');
    const joined = botIsThroughWith(it, 'USER_JOINED_TEAM');
    await kickAndReturn();
    await joined;
    expect(await isMuted()).toBe(true);
  });

  test('is not when the role was taken from them by hand before', async () => {
    await answerTo(it, 'bob', '!mute dee 1h');
    const removed = botIsThroughWith(it, 'USER_ROLE_REMOVED');
    await takeRoleByHand();
    await removed;
    const joined = botIsThroughWith(it, 'USER_JOINED_TEAM');
    await kickAndReturn();
    await joined;
    expect(await isMuted()).toBe(false);
  });

  test('is not when they were unmuted while they were away', async () => {
    await answerTo(it, 'bob', '!mute dee 1h');
    await it.people.ada.does('DELETE', `${teamPath(it)}/members/${it.people.dee.id}`);
    expect(await answerTo(it, 'bob', `!unmute ${it.people.dee.id}`)).toBe('dee may write again.');
    const joined = botIsThroughWith(it, 'USER_JOINED_TEAM');
    await it.newcomer('dee');
    await joined;
    expect(await isMuted()).toBe(false);
  });
});

describe('unmute', () => {
  test('ends a mute that this process knows nothing of', async () => {
    await answerTo(it, 'bob', '!mute dee');
    await using restarted = await anotherBot();
    await it.people.dee.does('GET', '/me/chats');
    expect(await restarted.unmute(it.sandbox.description.team.id, it.people.dee.id, await muteRoleId())).toBe(true);
    expect(await isMuted()).toBe(false);
  });

  test('says so when somebody is not muted', async () => {
    expect(await answerTo(it, 'bob', '!unmute dee')).toBe('dee is not muted.');
  });

  test('is not for the muted themselves', async () => {
    await answerTo(it, 'ada', '!mute bob');
    expect(await it.people.bob.says('!unmute bob', { in: 'random' }).catch(({ status }) => status)).toBe(403);
  });
});

/** The mutes of a process that remembers none. */
async function anotherBot(): Promise<Mutes & AsyncDisposable> {
  const mutes = new Mutes(it.bot.client, it.bot.client.api);
  return Object.assign(mutes, { [Symbol.asyncDispose]: async () => mutes.close() });
}
