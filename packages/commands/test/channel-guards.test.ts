import { type ChannelPermission, channelPermission, privateChannelName } from '@botwright/protocol';
import { describe, expect, test } from 'vitest';
import {
  any,
  authorMayHere,
  bothMayHere,
  botMayHere,
  type CallGuard,
  Command,
  explanationText,
  hasRole,
  NeedsHere,
  not,
} from '../src/index.js';
import { guarded } from './support/guarded.js';
import { TestTeam } from './support/team.js';

const createdAt = '2026-01-01T00:00:00.000Z';

interface Overwrite {
  readonly allow?: ChannelPermission;
  readonly deny?: ChannelPermission;
}

interface Place {
  readonly channel?: Readonly<Record<string, Overwrite>>;
  readonly category?: Readonly<Record<string, { readonly allow?: number; readonly deny?: number }>>;
  readonly name?: string;
  readonly parentId?: string;
  readonly id?: string;
}

function bit(name: ChannelPermission | undefined): number {
  return name === undefined ? 0 : channelPermission('text', name);
}

function setPlace(
  team: TestTeam,
  { channel = {}, category, name = 'general', parentId, id = 'channel0' }: Place,
): void {
  const role = Object.fromEntries(
    Object.entries(channel).map(([roleId, { allow, deny }]) => [roleId, { allow: bit(allow), deny: bit(deny) }]),
  );
  const common = { teamId: team.id, createdBy: 'x', createdAt };
  const categories = category ? [{ ...common, id: 'cat0', name: 'cat', permissions: { role: category } }] : [];
  const channels = [
    { ...common, id, type: 'text', name, parentId: parentId ?? (category ? 'cat0' : null), permissions: { role } },
  ];
  team.answers.set('/teams/team0/channels', { channels, categories });
}

/** ada has the role `helper`, the bot has `bot`; `everyone` and `mod` are listed with nobody. */
function teamWith(place: Place, roles: readonly string[] = ['helper']): TestTeam {
  const team = new TestTeam();
  team.addRole('everyone', 0);
  team.addRole('helper', 2);
  team.addRole('mod', 5);
  team.addRole('chief', 9, 'ADMINISTRATOR');
  team.addRole('bot', 7);
  team.addMember('ada', { roles });
  team.addMember('botty', { id: 'bot0', roles: ['bot'] });
  setPlace(team, place);
  return team;
}

async function answerTo(guard: CallGuard, place: Place, roles?: readonly string[], options = {}) {
  const team = teamWith(place, roles);
  const invocation = await team.says(team.commands([guarded(guard)], options), '!go');
  return { invocation, text: team.lastText, team };
}

const mayManage = authorMayHere('MANAGE_MESSAGES');
const maySend = authorMayHere('SEND_MESSAGES');

const missing = { code: 'CHANNEL_PERMISSION_MISSING', whose: 'author', missing: ['MANAGE_MESSAGES'] };
const uncertain = { code: 'CHANNEL_PERMISSION_UNCERTAIN', whose: 'author' };

describe('guards of a channel', () => {
  test.each<[string, CallGuard, Place, unknown]>([
    ['what everybody has from the start', maySend, {}, undefined],
    ['what nobody has from the start', mayManage, {}, missing],
    ['what one’s role was given there', mayManage, { channel: { helper: { allow: 'MANAGE_MESSAGES' } } }, undefined],
    [
      'what was taken from one’s role',
      maySend,
      { channel: { helper: { deny: 'SEND_MESSAGES' } } },
      { missing: ['SEND_MESSAGES'] },
    ],
    [
      'what a role was given that may be everybody’s',
      mayManage,
      { channel: { mod: { allow: 'MANAGE_MESSAGES' } } },
      { ...uncertain, uncertain: ['MANAGE_MESSAGES'], dependsOn: [{ id: 'mod', name: 'mod' }] },
    ],
    [
      'what was taken from a role that may be everybody’s',
      maySend,
      { channel: { everyone: { deny: 'SEND_MESSAGES' }, mod: { deny: 'SEND_MESSAGES' } } },
      { ...uncertain, uncertain: ['SEND_MESSAGES'], dependsOn: [{ id: 'everyone' }, { id: 'mod' }] },
    ],
    [
      'what one’s role was given and another lacks',
      maySend,
      { channel: { everyone: { deny: 'SEND_MESSAGES' }, helper: { allow: 'SEND_MESSAGES' } } },
      undefined,
    ],
    [
      'a channel that a role does not see that may be everybody’s',
      mayManage,
      { channel: { everyone: { deny: 'VIEW_CHANNEL' }, helper: { allow: 'MANAGE_MESSAGES' } } },
      { ...uncertain, uncertain: ['VIEW_CHANNEL', 'MANAGE_MESSAGES'] },
    ],
    [
      'what is said of a role that the bot is listed with',
      maySend,
      { channel: { bot: { deny: 'SEND_MESSAGES' } } },
      undefined,
    ],
    ['what is said of a role that is gone', maySend, { channel: { gone: { deny: 'SEND_MESSAGES' } } }, undefined],
    [
      'a category that one’s role does not see',
      maySend,
      { category: { helper: { deny: 1 } } },
      { missing: ['VIEW_CHANNEL', 'SEND_MESSAGES'] },
    ],
    ['a category that another role does not see', maySend, { category: { mod: { deny: 1 } } }, uncertain],
    ['a category that is not listed', maySend, { parentId: 'cat9' }, { ...uncertain, dependsOn: [] }],
    ['a channel that the bot does not see', maySend, { name: privateChannelName }, { ...uncertain, dependsOn: [] }],
    ['a channel that is not listed', maySend, { id: 'channel9' }, { ...uncertain, dependsOn: [] }],
    ['what no text channel knows', authorMayHere('CONNECT'), {}, { missing: ['CONNECT'] }],
  ])('judge for certain alone: %s', async (_, guard, place, refusal) => {
    const { invocation } = await answerTo(guard, place);
    if (refusal === undefined) expect(invocation).toMatchObject({ outcome: 'done' });
    else expect(invocation).toMatchObject({ outcome: 'refused', error: { code: 'GUARD_REFUSED', refusal } });
  });

  test('hold for administrators whatever the channel says, also where it cannot be read', async () => {
    for (const place of [{ channel: { chief: { deny: 'VIEW_CHANNEL' } } }, { id: 'channel9' }] as const) {
      expect((await answerTo(mayManage, place, ['chief'])).text).toBe('gone');
    }
  });

  test('take no bot’s own role for everybody’s', async () => {
    const team = teamWith({ channel: { mod: { deny: 'SEND_MESSAGES' } } });
    const mod = team.roles.get('mod');
    if (mod) team.roles.set('mod', { ...mod, botScope: { userId: 'other-bot' } });
    await team.says(team.commands([guarded(maySend)]), '!go');
    expect(team.lastText).toBe('gone');
  });

  test('take no role for everybody’s that another member is listed with', async () => {
    const place: Place = { channel: { mod: { deny: 'SEND_MESSAGES' }, everyone: { deny: 'CAN_SEE_MESSAGE_HISTORY' } } };
    const team = teamWith(place);
    const commands = team.commands([guarded(maySend)]);
    expect(await team.says(commands, '!go')).toMatchObject({
      error: { refusal: { ...uncertain, dependsOn: [{ id: 'mod' }] } },
    });
    team.addMember('bob', { roles: ['mod'] });
    await team.says(commands, '!go');
    expect(team.lastText).toBe('gone');
  });

  test('judge the bot by its own roles', async () => {
    const place: Place = { channel: { bot: { allow: 'MANAGE_MESSAGES' } } };
    expect((await answerTo(botMayHere('MANAGE_MESSAGES'), place)).text).toBe('gone');
    expect((await answerTo(botMayHere('MANAGE_MESSAGES'), {})).text).toBe(
      'I lack the permission to manage messages here. Somebody has to give it to my role.',
    );
    expect(
      (await answerTo(botMayHere('MANAGE_MESSAGES'), { channel: { mod: { allow: 'MANAGE_MESSAGES' } } })).text,
    ).toBe(
      'I cannot tell whether I have the permission to manage messages here. It is certain as soon as this channel allows it to my role.',
    );
  });

  test('of both tell what is certain first', async () => {
    const place: Place = {
      channel: { everyone: { deny: 'SEND_MESSAGES' }, bot: { deny: 'SEND_MESSAGES' } },
    };
    expect((await answerTo(bothMayHere('SEND_MESSAGES'), place)).invocation).toMatchObject({
      error: { refusal: { code: 'CHANNEL_PERMISSION_MISSING', whose: 'bot', missing: ['SEND_MESSAGES'] } },
    });
  });

  test('that cannot tell let nobody through when they are turned round, however deep', async () => {
    const place: Place = { channel: { everyone: { allow: 'MANAGE_MESSAGES' } } };
    for (const guard of [not(mayManage), not(any(hasRole('chief'), mayManage)), not(not(mayManage))]) {
      expect((await answerTo(guard, place)).invocation).toMatchObject({ outcome: 'refused' });
    }
    expect((await answerTo(not(mayManage), place)).invocation).toMatchObject({ error: { refusal: uncertain } });
    expect((await answerTo(not(mayManage), {})).text).toBe('gone');
    expect((await answerTo(any(mayManage, hasRole('helper')), place)).text).toBe('gone');
  });

  test('hold in no direct message', async () => {
    const team = teamWith({});
    for (const guard of [maySend, botMayHere('SEND_MESSAGES'), bothMayHere('SEND_MESSAGES')]) {
      const invocation = await team.says(team.commands([guarded(guard)]), '!go', { teamId: null });
      expect(invocation).toMatchObject({ outcome: 'refused', error: { code: 'NOT_IN_TEAM' } });
    }
  });

  test('see with the next call what has changed', async () => {
    const team = teamWith({});
    const commands = team.commands([guarded(mayManage)]);
    await team.says(commands, '!go');
    expect(team.lastText).toBe('You lack the permission to manage messages here.');
    setPlace(team, { channel: { helper: { allow: 'MANAGE_MESSAGES' } } });
    await team.says(commands, '!go');
    expect(team.lastText).toBe('gone');
    team.addMember('ada');
    await team.says(commands, '!go');
    expect(team.lastText).toMatch(/^I cannot tell whether you have/);
  });

  test('read team, roles, members and channels once a call, however many there are', async () => {
    const team = teamWith({});
    await team.says(team.commands([guarded(maySend, botMayHere('VIEW_CHANNEL'), hasRole('helper'))]), '!go');
    expect(team.calls.filter((call) => call.startsWith('GET'))).toHaveLength(5);
  });

  test('stand in help, and are what @NeedsHere asks for', async () => {
    @Command({ name: 'purge', summary: 'Purge.' })
    @NeedsHere('MANAGE_MESSAGES')
    class Purge {
      run(): void {}
    }
    const team = teamWith({});
    const commands = team.commands([Purge, guarded(mayManage)], { owners: ['ada-id'] });
    expect(commands.describe().find(({ name }) => name === 'purge')?.guards).toEqual([
      'your and my permission to manage messages here',
    ]);
    await team.says(commands, '!help purge');
    expect(team.lastText).toContain('Needs your and my permission to manage messages here.');
    await team.says(commands, '!help');
    expect(team.lastText).not.toMatch(/purge|go/);
    setPlace(team, { channel: { helper: { allow: 'MANAGE_MESSAGES' }, bot: { allow: 'MANAGE_MESSAGES' } } });
    await team.says(commands, '!help');
    expect(team.lastText).toMatch(/`!go`.*\n.*`!purge`|`!purge`.*\n.*`!go`/);
  });

  test('P28 are explained: what is certain, and on what the rest depends', async () => {
    const team = teamWith({ channel: { mod: { allow: 'MANAGE_MESSAGES' }, bot: { deny: 'SEND_MESSAGES' } } });
    team.answers.set('/teams/team0/channels/channel0', {
      channel: { id: 'channel0', teamId: 'team0', type: 'text', name: 'general', createdBy: 'x', createdAt },
    });
    const Go = guarded(maySend, mayManage, botMayHere('SEND_MESSAGES'));
    const place = { teamId: team.id, channelId: 'channel0', userId: 'ada-id' };
    const explanation = await team.commands([Go]).explain('!go', place);
    expect(JSON.parse(JSON.stringify(explanation))).toEqual(explanation);
    expect(explanationText(explanation)).toMatchInlineSnapshot(`
      "text     !go
      said by  ada (ada-id)
      said in  channel channel0 (text), team team0
      prefix   "!"  [0–1]
      command  go  [1–3]
      guards
        authorMayHere(SEND_MESSAGES)  lets through
        authorMayHere(MANAGE_MESSAGES)  refuses: CHANNEL_PERMISSION_UNCERTAIN (author: MANAGE_MESSAGES; depends on whether everybody has mod (mod))
        botMayHere(SEND_MESSAGES)  refuses: CHANNEL_PERMISSION_MISSING (bot: SEND_MESSAGES)
      outcome  refused (GUARD_REFUSED)
      answer
        I cannot tell whether you have the permission to manage messages here. It is certain as soon as this channel allows it to one of your roles."
    `);
  });

  test('speak the language of who asks', async () => {
    const place: Place = { channel: { mod: { allow: 'MANAGE_MESSAGES' } } };
    expect((await answerTo(mayManage, {}, [], { language: 'de' })).text).toBe(
      'Dir fehlt hier das Recht, Nachrichten zu verwalten.',
    );
    expect((await answerTo(mayManage, place, [], { language: 'de' })).text).toBe(
      'Ich weiß nicht, ob du hier das Recht hast, Nachrichten zu verwalten. Sicher ist es, sobald dieser Kanal es einer deiner Rollen erlaubt.',
    );
  });
});
