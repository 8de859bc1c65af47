import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { authorMay, Command, CommandGroup, Guard, hasRole, Needs, Rest, text } from '../../src/index.js';
import { TestTeam } from '../support/team.js';

const privileged: string[] = [];

@Command({ name: 'purge all', summary: 'Delete everything.', aliases: ['pa', 'wipe'] })
@CommandGroup({ name: 'purge', summary: 'Delete.', guards: [authorMay('DELETE_MESSAGES')], default: 'all' })
@Guard(hasRole('cleaner'))
class PurgeAll {
  @Rest(text().optional(), 'what') what?: string;

  run(): void {
    privileged.push('purge');
  }
}

@Command({ name: 'kick', summary: 'Kick.', aliases: ['k'] })
@Needs('KICK_MEMBERS')
class Kick {
  @Rest(text().optional(), 'whom') whom?: string;

  run(): void {
    privileged.push('kick');
  }
}

const runs = 10_000;

/** Ways of writing a call of one of the two. */
const name = fc.constantFrom('purge all', 'pa', 'wipe', 'kick', 'k', 'boot', 'clean');
const spelling = fc.record({
  prefix: fc.constantFrom('!', '! ', '!\n', '!\u3000', '<@bot0> ', '<@bot0>'),
  name: fc
    .tuple(name, fc.array(fc.boolean(), { minLength: 9, maxLength: 9 }))
    .map(([word, capitals]) =>
      [...word].map((letter, index) => (capitals[index] ? letter.toUpperCase() : letter)).join(''),
    ),
  joint: fc.constantFrom(' ', '  ', '\t', '\n', '\u00a0', '\u2003'),
  hidden: fc.constantFrom('', '\u200b', '\u202e', '\u00ad', '\ufeff'),
  wide: fc.boolean(),
  rest: fc.constantFrom('', ' ada', ' "ada"', ' <@ada-id>', ' mod-id', ' --', ' \\!kick', ' owner-id', ' ```x```'),
});

function written({
  prefix,
  name: called,
  joint,
  hidden,
  wide,
  rest,
}: typeof spelling extends fc.Arbitrary<infer T> ? T : never) {
  const letters = called.replaceAll(' ', joint);
  const shown = wide
    ? letters.replace(/[a-z]/g, (letter) => String.fromCodePoint(letter.charCodeAt(0) + 0xfee0))
    : letters;
  return `${prefix}${hidden}${shown}${rest}`;
}

const manner = fc.record({
  reply: fc.constantFrom(undefined, 'm0'),
  editedAt: fc.constantFrom(undefined, '2026-01-01T00:01:00.000Z'),
  id: fc.constantFrom('m1', 'm2'),
});

interface Manner {
  readonly reply: string | undefined;
  readonly editedAt: string | undefined;
  readonly id: string;
}

function staffedTeam() {
  const team = new TestTeam();
  team.addRole('mod', 5, 'KICK_MEMBERS', 'DELETE_MESSAGES');
  team.addRole('cleaner', 2);
  team.addRole('сleaner', 1);
  team.addMember('ada', { roles: ['сleaner'] });
  team.addMember('mod', { id: 'mod-id', roles: ['mod', 'cleaner'] });
  team.addMember('botty', { id: 'bot0', roles: ['mod'] });
  const teamSettings = () => ({ aliases: { boot: 'kick', clean: 'purge all' } });
  return { team, commands: team.commands([PurgeAll, Kick], { teamSettings }) };
}

function eventOf(
  team: TestTeam,
  content: string,
  author: object,
  { reply, editedAt, id }: Manner,
  teamId: string | null,
) {
  const event = team.messageEvent(content, { ...author });
  return { ...event, teamId, message: { ...event.message, id, replyTo: reply ?? null, editedAt: editedAt ?? null } };
}

const guests = fc.constantFrom(
  { id: 'ada-id', username: 'ada' },
  { id: 'ada-id', username: 'mod' },
  { id: 'ada-id', username: 'mоd' },
  { id: 'ada-id', username: 'mod-id' },
  { id: 'ada-id', username: 'mod\u200b' },
  { id: 'mod-id', username: 'mod', webhook: true },
  { id: 'mod-id', username: 'mod', bot: true },
  { id: 'mod-id', username: 'mod', system: true },
);

describe('guards', () => {
  test('#91 decide the same about 10,000 pairs of spellings of one call: alias, case, spacing, quotes, reply, edited', async ({
    annotate,
  }) => {
    const { team, commands } = staffedTeam();
    const people = fc.constantFrom({ id: 'ada-id', username: 'ada' }, { id: 'mod-id', username: 'mod' });
    await fc.assert(
      fc.asyncProperty(spelling, spelling, manner, manner, people, async (one, other, how, otherHow, author) => {
        const same = { ...other, name: one.name };
        const decisions = [];
        for (const [said, by] of [
          [one, how],
          [same, otherHow],
        ] as const) {
          const invocation = await commands.handle(eventOf(team, written(said), author, by, team.id));
          decisions.push(
            invocation?.outcome === 'refused' ? Reflect.get(Object(invocation.error), 'code') : invocation?.outcome,
          );
        }
        expect(decisions[0]).toBe(decisions[1]);
        expect(decisions[0]).toBe(author.id === 'mod-id' ? 'done' : 'PERMISSION_MISSING');
      }),
      { numRuns: runs },
    );
    await annotate('0 divergences in 10,000 pairs', 'reached');
  }, 300_000);

  test('#178 let nobody through in 10,000 tries by edit, direct message, webhook, look-alike name, id in the text or reply', async ({
    annotate,
  }) => {
    const { team, commands } = staffedTeam();
    privileged.length = 0;
    const place = fc.constantFrom(team.id, null);
    let refused = 0;
    await fc.assert(
      fc.asyncProperty(spelling, manner, guests, place, async (said, how, author, teamId) => {
        const invocation = await commands.handle(eventOf(team, written(said), author, how, teamId));
        if (invocation?.outcome === 'refused') refused++;
      }),
      { numRuns: runs },
    );
    // As the moderator in a direct message, with all their rights elsewhere.
    for (let count = 0; count < 100; count++) {
      await commands.handle(
        eventOf(
          team,
          '!kick ada',
          { id: 'mod-id', username: 'mod' },
          { reply: undefined, editedAt: undefined, id: 'm3' },
          null,
        ),
      );
    }
    expect(privileged).toEqual([]);
    expect(refused).toBeGreaterThan(runs / 3);
    await annotate(`0 privileged executions in ${runs} tries, ${refused} of them understood and refused`, 'reached');
  }, 300_000);
});
