import { describe, expect, test } from 'vitest';
import {
  Arg,
  any,
  authorMay,
  Command,
  Cooldown,
  type Duration,
  duration,
  explanationText,
  Flag,
  Guard,
  hasRole,
  inTeam,
  integer,
  member,
  Option,
  Rest,
  text,
} from '../src/index.js';
import { TestTeam } from './support/team.js';

let runs = 0;

@Command({ name: 'ban', summary: 'Ban.' })
@Guard(inTeam(), any(hasRole('judge'), authorMay('BAN_MEMBERS')))
@Cooldown({ uses: 1, per: '1m' })
class Ban {
  @Arg(member(), 'whom') target!: { id: string };
  @Arg(duration().optional(), 'how long') length?: Duration;
  @Option(integer(), 'days of messages') days?: number;
  @Flag('without a word') silent = false;
  @Rest(text().optional(), 'why') reason?: string;

  run(): void {
    runs++;
  }
}

function court(roles: readonly string[] = ['judge']) {
  runs = 0;
  const team = new TestTeam();
  team.addRole('judge', 5, 'BAN_MEMBERS');
  team.addMember('ada', { roles });
  team.addMember('bob');
  team.answers.set('/teams/team0/channels/channel0', {
    channel: {
      id: 'channel0',
      teamId: 'team0',
      type: 'text',
      name: 'general',
      createdBy: 'x',
      createdAt: '2026-01-01T00:00:00.000Z',
    },
  });
  const commands = team.commands([Ban], { owners: ['ada-id'] });
  const place = { teamId: team.id, channelId: 'channel0', userId: 'ada-id' } as const;
  return { team, commands, explain: (said: string) => commands.explain(said, place) };
}

describe('explain', () => {
  test('P28 tells each step of a call that would run', async () => {
    const explanation = await court().explain('!ban bob 7d --days=3 "spam" it is');
    expect(explanationText(explanation)).toMatchInlineSnapshot(`
      "text     !ban bob 7d --days=3 "spam" it is
      said by  ada (ada-id)
      said in  channel channel0 (text), team team0
      prefix   "!"  [0–1]
      command  ban  [1–4]
      guards
        inTeam  lets through
        any(hasRole(judge), authorMay(BAN_MEMBERS))  lets through
          hasRole(judge)  lets through
      tokens
        word "bob"  [5–8]
        word "7d"  [9–11]
        long "days" = "3"  [12–20]
        word "spam"  [21–27]
        word "it"  [28–30]
        word "is"  [31–33]
      arguments
        target (member)  "bob" → bob (bob-id)  [5–8]
        length (duration)  "7d" → 604800000  [9–11]
        reason (text)  ""spam" it is" → "\\"spam\\" it is"  [21–33]
        --days (integer)  "3" → 3  [19–20]
      cooldowns
        1 in 1 minute by user, sliding-window  free
      outcome  would run"
    `);
    expect(runs).toBe(0);
  });

  test('P28 tells what would refuse it, and what the person would read', async () => {
    const explanation = await court([]).explain('!ban boob 7d');
    expect(explanationText(explanation)).toMatchInlineSnapshot(`
      "text     !ban boob 7d
      said by  ada (ada-id)
      said in  channel channel0 (text), team team0
      prefix   "!"  [0–1]
      command  ban  [1–4]
      guards
        inTeam  lets through
        any(hasRole(judge), authorMay(BAN_MEMBERS))  refuses: NONE_HELD
          hasRole(judge)  refuses: ROLE_MISSING
          authorMay(BAN_MEMBERS)  refuses: PERMISSION_MISSING (author: BAN_MEMBERS)
      tokens
        word "boob"  [5–9]
        word "7d"  [10–12]
      arguments
        target (member)  "boob" ✗ NOT_FOUND  [5–9]
      cooldowns
        1 in 1 minute by user, sliding-window  free
      outcome  refused (GUARD_REFUSED)
      answer
        This needs the role ˋjudgeˋ or your permission to ban members."
    `);
  });

  test('P28 tells it in the language of who asks', async () => {
    const { team } = court();
    const commands = team.commands([Ban], { owners: ['ada-id'], language: 'de' });
    await team.says(commands, '!explain !ban boob');
    expect(team.lastText).toContain('\nBefehl    ban  [1–4]\nWächter\n  inTeam  lässt durch\n');
    expect(team.lastText).toContain('\nSperrzeiten\n  1 in 1 Minute je user, sliding-window  frei\n');
    expect(team.lastText).toContain('\nErgebnis  abgewiesen (NOT_FOUND)\nAntwort\n');
  });

  test('is plain data, and answers nobody', async () => {
    const { explain, team } = court();
    const explanation = await explain('!ban boob');
    expect(JSON.parse(JSON.stringify(explanation))).toEqual(explanation);
    expect(explanation).toMatchObject({
      outcome: 'refused',
      reason: 'NOT_FOUND',
      conversions: [{ problem: 'NOT_FOUND' }],
    });
    expect(team.sent).toEqual([]);
  });

  test('uses no cooldown, and tells how one stands', async () => {
    const { explain, team, commands } = court();
    for (let count = 0; count < 3; count++) expect(await explain('!ban bob')).toMatchObject({ outcome: 'runs' });
    await team.says(commands, '!ban bob');
    expect(await explain('!ban bob')).toMatchObject({
      outcome: 'refused',
      reason: 'COOLING_DOWN',
      cooldowns: [{ retryAfterMs: expect.any(Number) }],
    });
  });

  test.each([
    ['hello', 'no-prefix'],
    ['!bannn bob', 'unknown'],
    ['<@bot0> ban bob', 'runs'],
  ])('knows %j to be %s', async (said, outcome) => {
    expect(await court().explain(said)).toMatchObject({ outcome });
  });

  test('knows what is turned off, and who is not heard', async () => {
    const { team } = court();
    const place = { teamId: team.id, channelId: 'channel0', userId: 'ada-id' };
    const off = team.commands([Ban], { teamSettings: () => ({ disabled: ['ban'] }) });
    expect(await off.explain('!ban bob', place)).toMatchObject({ outcome: 'disabled' });
    team.addMember('other', { id: 'other-bot' });
    const other = team.members.get('other-bot');
    if (other) team.members.set('other-bot', { ...other, bot: true });
    expect(await off.explain('!ban bob', { ...place, userId: 'other-bot' })).toMatchObject({ outcome: 'ignored' });
  });

  test('is a command of the bot’s owners, and of nobody else', async () => {
    const { team, commands } = court();
    await team.says(commands, '!explain --as bob !ban bob');
    expect(team.lastText).toContain('said by  bob (bob-id)');
    expect(team.lastText).toContain('refuses: NONE_HELD');
    const event = team.messageEvent('!explain !ban bob', { id: 'bob-id', username: 'bob' });
    expect(await commands.handle(event)).toMatchObject({ error: { refusal: { code: 'NOT_BOT_OWNER' } } });
  });
});
