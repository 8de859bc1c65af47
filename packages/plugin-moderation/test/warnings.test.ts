import { type TestBot, testBot } from '@botwright/testing';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { moderation } from '../src/index.js';
import { Notices } from '../src/notices.js';
import { answerTo, noticesTo } from './support/service.js';

let it: TestBot;

beforeEach(async () => {
  it = await testBot({ plugins: [moderation()] });
});

afterEach(() => it[Symbol.asyncDispose]());

describe('warn', () => {
  test('tells the member in private, and the moderator how many warnings there were before', async () => {
    expect(await answerTo(it, 'bob', '!warn dee no advertising')).toBe(
      'dee was warned, and had 0 warnings before. They got a notice.',
    );
    expect(await answerTo(it, 'bob', '!warn dee again')).toMatch(/^dee was warned, and had 1 warning before\./);
    expect(await noticesTo(it, 'dee')).toEqual([
      'bob warned you in Workshop: no advertising',
      'bob warned you in Workshop: again',
    ]);
  });

  test.each([
    ['bob', '!warn bob hello', 'You cannot warn yourself.'],
    ['bob', '!warn ada hello', 'ada owns this team; nobody can warn the owner.'],
    ['bob', '!warn botwright hello', 'I will not warn myself.'],
  ] as const)('refuses when %s says %s, and counts nothing', async (person, call, refusal) => {
    expect(await answerTo(it, person, call)).toBe(refusal);
    const [, target] = call.split(' ');
    expect(await answerTo(it, 'bob', `!warnings ${target}`)).toBe(`${target} has no warnings.`);
  });

  test('refuses a moderator of the same rank, who gets no notice', async () => {
    const eve = await it.newcomer('eve', ['moderator']);
    expect(await answerTo(it, 'bob', '!warn eve hello')).toMatch(/^eve does not stand below you/);
    expect(await eve.does('GET', '/me/chats')).toMatchObject({ DMs: [] });
  });

  test('works on somebody whom the bot does not stand above', async () => {
    await it.newcomer('robot', ['bot']);
    expect(await answerTo(it, 'ada', '!warn robot hello')).toMatch(/^robot was warned/);
  });

  test('is not for members without the permission', async () => {
    expect(await answerTo(it, 'cy', '!warn dee hello')).toMatch(/kick members/);
  });

  test('pings nobody who is named in the reason', async () => {
    await answerTo(it, 'bob', '!warn dee @everyone look');
    const [notice] = await noticesTo(it, 'dee');
    expect(notice).toMatch(/@\u200beveryone/);
  });
});

describe('warnings', () => {
  test('lists reason and moderator, the latest first', async () => {
    await answerTo(it, 'bob', '!warn dee first');
    await answerTo(it, 'ada', '!warn dee second');
    const [head, ...lines] = (await answerTo(it, 'bob', '!warnings dee'))?.split('\n') ?? [];
    expect(head).toBe('dee has 2 warnings, the latest first:');
    expect(lines).toEqual([
      expect.stringMatching(/^- \d{4}-\d\d-\d\d \d\d:\d\d UTC, ada: second$/),
      expect.stringMatching(/^- \d{4}-\d\d-\d\d \d\d:\d\d UTC, bob: first$/),
    ]);
  });

  test('are counted for each member alone', async () => {
    await answerTo(it, 'bob', '!warn dee hello');
    expect(await answerTo(it, 'bob', '!warnings cy')).toBe('cy has no warnings.');
  });

  test('fit one message however many and however long they are', async () => {
    for (let count = 0; count < 12; count++) await answerTo(it, 'bob', `!warn dee ${'long '.repeat(99)}`);
    const lines = (await answerTo(it, 'bob', '!warnings dee'))?.split('\n');
    expect(lines).toHaveLength(11);
    expect(lines?.[0]).toMatch(/12 warnings/);
  });
});

describe('a notice', () => {
  test('that cannot be sent is reported, and stands in nobody’s way', async () => {
    const notices = new Notices(it.bot.client.api, it.bot.client);
    expect(await notices.send('0000000000000000', 'hello')).toBe(false);
  });
});
