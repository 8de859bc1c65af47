import { type TestBot, testBot } from '@botwright/testing';
import { channelPermissionBits } from 'botwright';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { announcements } from '../src/index.js';

interface Announced {
  readonly id: string;
  readonly title: string;
  readonly content: string;
  readonly mentions?: { readonly users: readonly string[] };
}

interface Said {
  readonly id: string;
  readonly content: string;
  readonly mentions: { readonly users: readonly string[] };
}

let it: TestBot;

beforeEach(async () => {
  it = await testBot({ plugins: [announcements({ crossPost: ['random'] })] });
});

afterEach(() => it[Symbol.asyncDispose]());

async function announced(): Promise<Announced[]> {
  const path = `/channels/${it.sandbox.description.channels.announcements}/announcements`;
  return (await it.people.ada.does<{ announcements: Announced[] }>('GET', path)).announcements;
}

async function saidIn(channel: 'random' | 'general'): Promise<Said[]> {
  const path = `/channels/${it.sandbox.description.channels[channel]}/messages`;
  return (await it.people.ada.does<{ messages: Said[] }>('GET', path)).messages;
}

async function answerTo(person: keyof TestBot['people'], text: string): Promise<string> {
  return (await it.people[person].asks(text)).content ?? '';
}

/** Asks for a preview and gives the id of its draft. */
async function draftOf(person: keyof TestBot['people'], text: string): Promise<string> {
  const { embeds } = await it.people[person].asks(text);
  const [, id] = /announce send (\w+)/.exec(embeds[0]?.description ?? '') ?? [];
  if (id === undefined) throw new Error(`no preview of ${text}`);
  return id;
}

describe('what people wrote', () => {
  const dressed = '[here](https://example.invalid)';

  test('stands in the list as it was written: no title becomes a link of the bot’s', async () => {
    await answerTo('ada', `!announce send ${await draftOf('ada', `!announce now "${dressed}" It is out.`)}`);
    expect(await answerTo('ada', '!announce list')).toContain(` \`${dressed}\` (`);
  });

  test('stands so where no channel is called like it', async () => {
    expect(await answerTo('ada', `!announce list ${dressed}`)).toBe(
      `There is no channel #\`${dressed}\` that you and I can see.`,
    );
  });
});

describe('announce now', () => {
  test('shows how it will look and where it goes, and sends nothing', async () => {
    const preview = await it.people.ada.asks('!announce now "Release 2" It is out.');
    expect(preview.content).toBe('**Release 2**\n\nIt is out.');
    expect(preview.embeds[0]?.description).toMatch(
      /^Goes to #announcements \(announcement\), #random \(message\)\.\nPings nobody\./,
    );
    expect(await announced()).toEqual([]);
    expect(await saidIn('random')).toEqual([]);
  });

  test('is refused to who may neither announce there nor manage channels, with the reason', async () => {
    expect(await answerTo('cy', '!announce now "Mine" all mine')).toBe(
      'You may not create announcements in #announcements.',
    );
  });

  test('names every channel that does not exist or takes no announcements', async () => {
    expect(await answerTo('ada', '!announce now --to nowhere,lounge "Hello" there')).toBe(
      [
        'There is no channel #nowhere that you and I can see.',
        '#lounge takes no announcements: only announcement and text channels do.',
      ].join('\n'),
    );
  });

  test('says by how much a text is too long before anything is sent', async () => {
    // Each sign that could begin a mention gets a companion that makes it inert.
    expect(await answerTo('ada', `!announce now "T" ${'@'.repeat(1500)}`)).toBe(
      'The announcement is 1007 characters too long for one message.',
    );
    expect(await announced()).toEqual([]);
  });
});

describe('announce send', () => {
  test('puts it into the announcement channel and cross-posts it, and says where it stands', async () => {
    const draft = await draftOf('ada', '!announce now "Release 2" It is out.');
    expect(await answerTo('ada', `!announce send ${draft}`)).toMatch(/^Sent to 2 of 2 channels:/);
    expect(await announced()).toMatchObject([{ title: 'Release 2', content: 'It is out.' }]);
    expect(await saidIn('random')).toMatchObject([{ content: '**Release 2**\n\nIt is out.' }]);
  });

  test('sends a draft once, and only for its author', async () => {
    const draft = await draftOf('ada', '!announce now "Release 2" It is out.');
    expect(await answerTo('bob', `!announce send ${draft}`)).toBe('You have no such draft here, or not any more.');
    await answerTo('ada', `!announce send ${draft}`);
    expect(await answerTo('ada', `!announce send ${draft}`)).toBe('You have no such draft here, or not any more.');
    expect(await announced()).toHaveLength(1);
  });

  test('pings nobody, whatever the text mentions, unless --ping was given', async () => {
    const { cy } = it.people;
    const draft = await draftOf('ada', `!announce now "Hello" <@${cy.id}> and @everyone`);
    await answerTo('ada', `!announce send ${draft}`);
    expect((await announced()).map(({ mentions }) => mentions?.users ?? [])).toEqual([[]]);
    expect((await saidIn('random')).map(({ mentions }) => mentions.users)).toEqual([[]]);
  });

  test('pings those who see the announcement channel when somebody with the right asked for it', async () => {
    const draft = await draftOf('ada', '!announce now --ping "Hello" all of you');
    await answerTo('ada', `!announce send ${draft}`);
    const [announcement] = await announced();
    expect(announcement?.mentions?.users).toContain(it.people.cy.id);
    expect((await saidIn('random'))[0]?.mentions.users).toEqual([]);
  });

  test('says what could not be sent to, and sends to the rest', async () => {
    const draft = await draftOf('ada', '!announce now "Release 2" It is out.');
    const { team, channels } = it.sandbox.description;
    const roles = await it.people.ada.does<{ roles: { id: string; name: string }[] }>('GET', `/teams/${team.id}/roles`);
    const botRole = roles.roles.find(({ name }) => name === 'bot')?.id;
    const sendMessages = 4;
    const path = `/teams/${team.id}/channels/${channels.random}/permissions/role/${botRole}`;
    await it.people.ada.does('POST', path, { allow: 0, deny: sendMessages });
    expect(await answerTo('ada', `!announce send ${draft}`)).toMatch(
      /^Sent to 1 of 2 channels:\n- #announcements: sent, `\w+`\n- #random: failed, I am not allowed to\./,
    );
    expect(await announced()).toHaveLength(1);
  });
});

describe('--ping', () => {
  test('is refused to who may not mention everyone, though they may announce', async () => {
    const { team, channels } = it.sandbox.description;
    const { ada } = it.people;
    const roles = await ada.does<{ roles: { id: string; name: string }[] }>('GET', `/teams/${team.id}/roles`);
    const moderator = roles.roles.find(({ name }) => name === 'moderator')?.id;
    const createAnnouncements = 4;
    const path = `/teams/${team.id}/channels/${channels.announcements}/permissions/role/${moderator}`;
    await ada.does('POST', path, { allow: createAnnouncements, deny: 0 });
    expect(await answerTo('bob', '!announce now --ping "Hello" you')).toBe(
      'You lack the permission to mention everyone and here, so you may not use `--ping`.',
    );
    expect((await it.people.bob.asks('!announce now "Hello" you')).embeds[0]?.description).toContain('Pings nobody.');
  });
});

test('announce cancel drops a draft', async () => {
  const draft = await draftOf('ada', '!announce now "Release 2" It is out.');
  expect(await answerTo('ada', `!announce cancel ${draft}`)).toBe('The draft is dropped. Nothing was sent.');
  expect(await answerTo('ada', `!announce send ${draft}`)).toBe('You have no such draft here, or not any more.');
});

test('announce list shows the latest with their ids', async () => {
  expect(await answerTo('cy', '!announce list')).toBe('Nothing is announced in #announcements.');
  const draft = await draftOf('ada', '!announce now "Release 2" It is out.');
  await answerTo('ada', `!announce send ${draft}`);
  const [announcement] = await announced();
  expect(await answerTo('cy', '!announce list')).toContain(`\`${announcement?.id}\` Release 2 (`);
});

describe('announce delete', () => {
  test('takes it back everywhere', async () => {
    const draft = await draftOf('ada', '!announce now "Release 2" It is out.');
    await answerTo('ada', `!announce send ${draft}`);
    const [announcement] = await announced();
    expect(await answerTo('ada', `!announce delete ${announcement?.id}`)).toBe(
      'Deleted in 2 of 2 channels:\n- #announcements: deleted\n- #random: deleted',
    );
    expect(await announced()).toEqual([]);
    expect(await saidIn('random')).toEqual([]);
  });

  test('is refused to who may not delete there', async () => {
    const draft = await draftOf('ada', '!announce now "Release 2" It is out.');
    await answerTo('ada', `!announce send ${draft}`);
    const [announcement] = await announced();
    expect(await answerTo('cy', `!announce delete ${announcement?.id}`)).toBe(
      'You may not delete announcements in #announcements.',
    );
    expect(await announced()).toHaveLength(1);
  });

  test('says so when there is no such announcement', async () => {
    expect(await answerTo('ada', '!announce delete 0000000000000000')).toBe(
      'There is no such announcement in #announcements.',
    );
  });
});

describe('which role everybody has', () => {
  const cannotTell = (act: string) =>
    `I cannot tell whether you may ${act} in #announcements. It is certain as soon as that channel allows it to one of your roles.`;
  const { CREATE_ANNOUNCEMENTS, DELETE_ANNOUNCEMENTS, VIEW_CHANNEL } = channelPermissionBits.announcement;

  async function roleCalled(wanted: string): Promise<string | undefined> {
    const path = `/teams/${it.sandbox.description.team.id}/roles`;
    const { roles } = await it.people.ada.does<{ roles: { id: string; name: string }[] }>('GET', path);
    return roles.find(({ name }) => name === wanted)?.id;
  }

  async function rename(from: string, to: string): Promise<void> {
    const path = `/teams/${it.sandbox.description.team.id}/roles/${await roleCalled(from)}`;
    await it.people.ada.does('PATCH', path, { name: to });
  }

  async function overwrite(role: string, { allow = 0, deny = 0 }): Promise<void> {
    const { team, channels } = it.sandbox.description;
    const path = `/teams/${team.id}/channels/${channels.announcements}/permissions/role/${await roleCalled(role)}`;
    await it.people.ada.does('POST', path, { allow, deny });
  }

  test.for(['everyone', 'members'])('is not guessed by its name: %s', async (name) => {
    await rename('everyone', name);
    await overwrite(name, { allow: (1 << CREATE_ANNOUNCEMENTS) | (1 << DELETE_ANNOUNCEMENTS) });
    expect(await answerTo('cy', '!announce now "Mine" all mine')).toBe(cannotTell('create announcements'));
    await answerTo('ada', `!announce send ${await draftOf('ada', '!announce now "Ours" all ours')}`);
    const [announcement] = await announced();
    expect(await answerTo('cy', `!announce delete ${announcement?.id}`)).toBe(cannotTell('delete announcements'));
    expect(await announced()).toHaveLength(1);
  });

  test('is not one that somebody is listed with, though it be called like it', async () => {
    await rename('everyone', 'members');
    await rename('moderator', 'everyone');
    await overwrite('everyone', { allow: 1 << CREATE_ANNOUNCEMENTS });
    expect(await answerTo('cy', '!announce now "Mine" all mine')).toBe(
      'You may not create announcements in #announcements.',
    );
    expect((await it.people.bob.asks('!announce now "Mine" all mine')).content).toContain('**Mine**');
  });

  test('keeps a channel back that somebody perhaps may not see, and says that it may be so', async () => {
    await overwrite('bot', { allow: 1 << VIEW_CHANNEL });
    await overwrite('everyone', { deny: 1 << VIEW_CHANNEL });
    for (const name of ['announcements', 'nowhere']) {
      expect(await answerTo('cy', `!announce list ${name}`)).toBe(
        `There is no channel #${name} that I know you can see. Of some channels I cannot tell: the service does not say which role everybody has.`,
      );
    }
    expect(await answerTo('ada', '!announce list')).toBe('Nothing is announced in #announcements.');
  });
});
