import { createSandbox } from '@botwright/sandbox';
import { describe, expect, test } from 'vitest';
import { botwright } from './support/child.js';

const alone = { BOT_TOKEN: undefined, BOT_BASE_URL: undefined, BOTWRIGHT_DATABASE_URL: undefined };

/** What the command prints of the starter's bot. */
async function explain(environment: Record<string, string | undefined>, ...args: readonly string[]) {
  await using child = botwright(['explain', 'examples/starter/src/bot.ts', ...args], environment);
  const code = await child.exit();
  return { code, stdout: child.stdout, stderr: child.stderr };
}

describe('botwright explain', () => {
  test('says where each token stands, what it became, each verdict, and that the command would run', async () => {
    const { code, stdout, stderr } = await explain(alone, '!kick dee', '--as', 'bob', '--in', 'general');
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toMatch(/^said by {2}bob /m);
    expect(stdout).toContain('prefix   "!"  [0–1]');
    expect(stdout).toContain('command  kick  [1–5]');
    expect(stdout).toContain('bothMay(KICK_MEMBERS)  lets through');
    expect(stdout).toContain('word "dee"  [6–9]');
    expect(stdout).toMatch(/^ {2}target \(member\) {2}"dee" → dee \(\w+\) {2}\[6–9\]$/m);
    expect(stdout).toContain('outcome  would run');
  });

  test('says why a guard refuses somebody else, and what they would be told', async () => {
    const { code, stdout } = await explain(alone, '!kick dee', '--as', 'cy');
    expect(code).toBe(0);
    expect(stdout).toContain('bothMay(KICK_MEMBERS)  refuses: PERMISSION_MISSING (author: KICK_MEMBERS)');
    expect(stdout).toContain('outcome  refused (PERMISSION_MISSING)');
    expect(stdout).toContain('You lack the permission to kick members.');
  });

  test('takes the owner of the team where nobody is named, and prints JSON alone when it is asked to', async () => {
    const { code, stdout } = await explain(alone, 'good morning', '--json');
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({
      text: 'good morning',
      author: { username: 'ada' },
      outcome: 'no-prefix',
      prefix: null,
      tokens: [],
    });
  });

  test.each([
    [['!ping', '--as', 'zoe'], /no person "zoe".*ada, bob, cy, dee.*\(PLACE_UNKNOWN\)/],
    [['!ping', '--in', 'attic'], /no channel "attic".*general.*\(PLACE_UNKNOWN\)/],
    [['!ping', '--team', 'others'], /no team "others".*\(PLACE_UNKNOWN\)/],
  ])('names those it knows when %j names nobody', async (args, message) => {
    const { code, stdout, stderr } = await explain(alone, ...args);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toMatch(message);
  });

  test('with a token asks that service about people and places, and says nothing there', async () => {
    await using sandbox = await createSandbox();
    const { url, bot, channels } = await sandbox.listen();
    const { code, stdout } = await explain({ BOT_TOKEN: bot.token, BOT_BASE_URL: url }, '!ping', '--as', 'dee');
    expect(code).toBe(0);
    expect(stdout).toContain(`said in  channel ${channels.general} (text)`);
    expect(stdout).toContain('outcome  would run');
    const said = await sandbox.inject({
      url: `/api/v1/channels/${channels.general}/messages`,
      headers: { authorization: `Bot ${bot.token}` },
    });
    expect(said.json()).toMatchObject({ messages: [] });
  });
});
