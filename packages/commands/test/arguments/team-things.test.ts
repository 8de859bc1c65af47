import { describe, expect, test } from 'vitest';
import {
  type ArgumentSource,
  announcement,
  category,
  channel,
  emoji,
  member,
  message,
  role,
  team as teamType,
  todoItem,
  user,
} from '../../src/index.js';
import { parseValue } from '../support/parse-value.js';
import { TestTeam } from '../support/team.js';

const createdAt = '2026-01-01T00:00:00.000Z';

function furnished(): TestTeam {
  const team = new TestTeam();
  team.addMember('dee', { id: 'dee-id' });
  team.addMember('Dee Two', { id: 'dee2' });
  team.addRole('mods', 3);
  team.addRole('admins', 9);
  const facts = { teamId: team.id, createdBy: 'owner-id', createdAt };
  team.answers.set('/teams/team0/channels', {
    channels: [
      { id: 'c1', type: 'text', name: 'general', ...facts },
      { id: 'c2', type: 'voice', name: 'general voice', ...facts },
      { id: 'c3', type: 'todo', name: 'tasks', ...facts },
      { id: 'c4', type: 'text', name: '__PRIVATE_CHANNEL__', ...facts },
    ],
    categories: [{ id: 'k1', name: 'Talk', ...facts }],
  });
  team.answers.set('/teams/team0/reactions', {
    reactions: [{ id: 'e1', name: 'party', createdBy: 'owner-id', url: 'https://files.example/e1', createdAt }],
  });
  team.answers.set('/channels/channel0/todo/list', {
    todos: [
      { id: 't1', channelId: 'channel0', content: 'buy tea', createdBy: 'ada-id', createdAt },
      { id: 't2', channelId: 'channel0', content: 'buy milk', createdBy: 'ada-id', createdAt },
    ],
  });
  const { createdBy } = team.messageEvent('').message;
  team.answers.set('/channels/channel0/announcements', {
    announcements: [{ id: 'a1', channelId: 'channel0', title: 'Release', content: 'It is out.', createdBy, createdAt }],
  });
  team.answers.set('/channels/channel0/messages/m7', { message: team.message({ id: 'm7', createdBy }) });
  team.answers.set('/channels/c1/messages/m8', { message: team.message({ id: 'm8', channelId: 'c1', createdBy }) });
  team.answers.set('/teams/team0/channels/c1', { channel: { id: 'c1', type: 'text', name: 'general', ...facts } });
  team.answers.set('/teams/team0/channels/x1', {
    channel: { id: 'x1', type: 'text', name: 'x', ...facts, teamId: 'team1' },
  });
  team.answers.set('/channels/x1/messages/m9', { message: team.message({ id: 'm9', channelId: 'x1', createdBy }) });
  team.answers.set('/teams', { teams: [{ id: team.id, name: 'The team', createdBy: 'owner-id', createdAt }] });
  return team;
}

const things: [name: string, type: ArgumentSource<unknown>, found: [string, object][], refused: [string, string][]][] =
  [
    [
      'role',
      role(),
      [
        ['mods', { id: 'mods' }],
        ['<@&admins>', { id: 'admins' }],
        ['@MODS', { id: 'mods' }],
        ['adm', { id: 'admins' }],
      ],
      [
        ['modds', 'NOT_FOUND'],
        ['@everyone', 'NOT_WANTED'],
      ],
    ],
    [
      'channel',
      channel(),
      [
        ['general', { id: 'c1' }],
        ['#general', { id: 'c1' }],
        ['<#c2>', { id: 'c2' }],
        ['TASKS', { id: 'c3' }],
      ],
      [
        ['gen', 'AMBIGUOUS'],
        ['c4', 'NO_ACCESS'],
        ['<#c4>', 'NO_ACCESS'],
        ['__PRIVATE_CHANNEL__', 'NOT_FOUND'],
      ],
    ],
    ['channel of a type', channel('voice', 'todo'), [['gen', { id: 'c2' }]], [['c1', 'NOT_FOUND']]],
    [
      'category',
      category(),
      [
        ['talk', { id: 'k1' }],
        ['k1', { id: 'k1' }],
      ],
      [['talks', 'NOT_FOUND']],
    ],
    [
      'emoji',
      emoji(),
      [
        ['👍', { kind: 'unicode', text: '👍' }],
        ['👩‍👩‍👧', { kind: 'unicode' }],
        ['🇩🇪', {}],
        ['❤', { text: '❤️' }],
        [':party:', { kind: 'custom', emoji: { id: 'e1' } }],
        ['e1', { kind: 'custom' }],
      ],
      [
        ['👍👍', 'NOT_FOUND'],
        ['a', 'NOT_FOUND'],
        ['7', 'NOT_FOUND'],
      ],
    ],
    [
      'to-do item',
      todoItem(),
      [
        ['t1', { id: 't1' }],
        ['buy m', { id: 't2' }],
      ],
      [
        ['buy', 'AMBIGUOUS'],
        ['sell', 'NOT_FOUND'],
      ],
    ],
    ['announcement', announcement(), [['release', { id: 'a1' }]], [['a2', 'NOT_FOUND']]],
    [
      'message',
      message(),
      [
        ['m7', { id: 'm7' }],
        ['https://chat.example/team0/c1/m8', { id: 'm8' }],
        ['c1/m8', { id: 'm8' }],
        ['<https://chat.example/channel0/m7>', { id: 'm7' }],
      ],
      [
        ['gone', 'NOT_FOUND'],
        ['https://chat.example/team1/x1/m9', 'NOT_FOUND'],
        ['a b', 'NOT_WANTED'],
        ['../../me', 'NOT_WANTED'],
      ],
    ],
    [
      'team',
      teamType(),
      [
        ['the team', { id: 'team0' }],
        ['team0', { id: 'team0' }],
      ],
      [['team1', 'NOT_FOUND']],
    ],
  ];

describe('P16 P17 things of a team', () => {
  test.each(things)('%s', async (_name, type, found, refused) => {
    for (const [written, thing] of found)
      expect(await parseValue(type, written, furnished()), written).toMatchObject(thing);
    for (const [written, code] of refused) expect(await parseValue(type, written, furnished()), written).toBe(code);
  });

  test('P17 asks about a name that is nearly right, and never takes it', async () => {
    const team = furnished();
    expect(await parseValue(role(), 'modz', team)).toBe('NOT_FOUND');
    expect(team.lastText?.split('\n')[0]).toBe('`given`: there is no such role. Did you mean `mods`?');
    expect(await parseValue(member(), 'dea', team)).toBe('NOT_FOUND');
    expect(team.lastText?.split('\n')[0]).toBe('`given`: there is no such member. Did you mean `dee`?');
  });

  test('P17 tells apart what is not there and what it may not look at', async () => {
    const team = furnished();
    team.failure = { status: 403, headers: {}, body: '{"success":false,"message":"no"}' };
    for (const type of [member(), role(), user(), message()]) {
      expect(await parseValue(type, 'dee-id', team)).toBe('NO_ACCESS');
    }
    expect(team.lastText).toContain('`given`: I am not allowed to look for that message.');
  });

  test('P17 reads a list once for all arguments of a call', async () => {
    const team = furnished();
    await parseValue(
      {
        name: 'two',
        parse: async (_text, ctx) => Promise.all([role().parse('mods', ctx), role().parse('admins', ctx)]),
      },
      'x',
      team,
    );
    expect(team.calls.filter((call) => call.startsWith('GET'))).toEqual(['GET /teams/team0/roles']);
  });
});

test('#90 a user argument that is a role, everybody, an id of elsewhere, deleted, a bot or oneself: 0 wrong targets', async ({
  annotate,
}) => {
  const everyone = ['@everyone', '@here', '@EVERYONE', '<@&mods>', '<#c1>', '<@&dee-id>'];
  const rows: [ArgumentSource<unknown>, string, string | { id: string }][] = [
    ...[member(), user()].flatMap((type) =>
      everyone.map((written): [ArgumentSource<unknown>, string, string] => [type, written, 'NOT_WANTED']),
    ),
    [member(), 'mods', 'NOT_FOUND'],
    [user(), 'mods', 'NOT_FOUND'],
    [member(), '<@c1>', 'NOT_FOUND'],
    [member(), 'team1-member', 'NOT_FOUND'],
    [member(), '<@team1-member>', 'NOT_FOUND'],
    [member(), '<@deleted>', 'NOT_FOUND'],
    [user(), '<@deleted>', 'NOT_FOUND'],
    [user(), 'deleted', 'NOT_FOUND'],
    [member(), '<@mods>', 'NOT_FOUND'],
    [member(), '<@../dee-id>', 'NOT_FOUND'],
    [member(), 'de', 'AMBIGUOUS'],
    [member(), 'dee', { id: 'dee-id' }],
    [member(), '<@bot0>', { id: 'bot0' }],
    [member({ bots: false }), '<@robot>', 'NOT_WANTED'],
    [user({ bots: false }), 'robot', 'NOT_WANTED'],
    [member({ self: false }), '<@ada-id>', 'NOT_WANTED'],
    [user({ self: false }), 'ada', 'NOT_WANTED'],
    [member(), '<@ada-id>', { id: 'ada-id' }],
    [member({ self: false, bots: false }), 'dee', { id: 'dee-id' }],
  ];
  let wrong = 0;
  for (const [type, written, expected] of rows) {
    const team = furnished();
    team.members.set('robot', { ...team.addMember('robot', { id: 'robot' }), bot: true });
    const outcome = await parseValue(type, written, team);
    const isRight =
      typeof expected === 'string' ? outcome === expected : (outcome as { id?: string }).id === expected.id;
    if (!isRight) wrong++;
    expect(outcome, written).toEqual(typeof expected === 'string' ? expected : expect.objectContaining(expected));
  }
  expect(wrong).toBe(0);
  await annotate(`${rows.length} targets, ${wrong} wrong`, 'reached');
});
