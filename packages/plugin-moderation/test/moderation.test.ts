import { type TestBot, testBot } from '@botwright/testing';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { moderation } from '../src/index.js';

let it: TestBot;

beforeEach(async () => {
  it = await testBot({ plugins: [moderation()] });
});

afterEach(() => it[Symbol.asyncDispose]());

async function memberNames(): Promise<string[]> {
  const path = `/teams/${it.sandbox.description.team.id}/members`;
  const { members } = await it.people.ada.does<{ members: { username: string }[] }>('GET', path);
  return members.map(({ username }) => username);
}

async function bans(): Promise<{ userId: string; reason: string | null }[]> {
  const path = `/teams/${it.sandbox.description.team.id}/bans`;
  return (await it.people.ada.does<{ bans: { userId: string; reason: string | null }[] }>('GET', path)).bans;
}

async function answerTo(person: keyof TestBot['people'], text: string): Promise<string | null> {
  return (await it.people[person].asks(text)).content;
}

describe('kick', () => {
  test('removes whom the moderator stands above', async () => {
    expect(await answerTo('bob', '!kick dee')).toBe('dee was removed from this team.');
    expect(await memberNames()).not.toContain('dee');
  });

  test.each([
    ['bob', '!kick bob', 'You cannot kick yourself.'],
    ['bob', '!kick ada', 'ada owns this team; nobody can kick the owner.'],
    ['ada', '!kick botwright', 'I will not kick myself.'],
  ] as const)('refuses when %s says %s', async (person, text, refusal) => {
    const before = await memberNames();
    expect(await answerTo(person, text)).toBe(refusal);
    expect(await memberNames()).toEqual(before);
  });

  test('refuses one moderator who wants to remove another of the same rank', async () => {
    await it.newcomer('eve', ['moderator']);
    expect(await answerTo('bob', '!kick eve')).toMatch(/^eve does not stand below you/);
    expect(await memberNames()).toContain('eve');
  });

  test('refuses the owner where the target does not stand below the bot', async () => {
    await it.newcomer('robot', ['bot']);
    expect(await answerTo('ada', '!kick robot')).toMatch(/^robot does not stand below me/);
    expect(await memberNames()).toContain('robot');
  });

  test('is not for members without the permission, and names it', async () => {
    expect(await answerTo('cy', '!kick dee')).toMatch(/kick members/i);
    expect(await memberNames()).toContain('dee');
  });
});

describe('ban', () => {
  test('removes a member, keeps the reason and lists it', async () => {
    expect(await answerTo('bob', '!ban dee spamming the channel')).toBe('dee was banned.');
    expect(await memberNames()).not.toContain('dee');
    expect(await bans()).toMatchObject([{ userId: it.people.dee.id, reason: 'spamming the channel' }]);
    expect(await answerTo('bob', '!bans')).toContain(`dee (${it.people.dee.id}): spamming the channel`);
  });

  test('takes the id of somebody who is not in the team', async () => {
    const { id } = it.people.dee;
    await answerTo('bob', '!kick dee');
    expect(await answerTo('bob', `!ban ${id}`)).toBe('dee was banned.');
    expect(await bans()).toMatchObject([{ userId: id }]);
  });

  test('says so when the person is banned already, and changes nothing', async () => {
    const { id } = it.people.dee;
    await answerTo('bob', `!ban ${id} the first reason`);
    expect(await answerTo('bob', `!ban ${id} another reason`)).toBe('dee is banned already.');
    expect(await bans()).toMatchObject([{ userId: id, reason: 'the first reason' }]);
  });

  test('refuses the owner as a target', async () => {
    expect(await answerTo('bob', '!ban ada')).toBe('ada owns this team; nobody can ban the owner.');
    expect(await bans()).toEqual([]);
  });
});

describe('unban', () => {
  test('lifts a ban', async () => {
    const { id } = it.people.dee;
    await answerTo('bob', `!ban ${id}`);
    expect(await answerTo('bob', `!unban ${id}`)).toBe('dee may come back.');
    expect(await bans()).toEqual([]);
  });

  test('says so when nobody of that id is banned', async () => {
    expect(await answerTo('bob', `!unban ${it.people.dee.id}`)).toBe('dee is not banned.');
  });
});

test('bans says so when nobody is banned', async () => {
  expect(await answerTo('bob', '!bans')).toBe('Nobody is banned from this team.');
});
