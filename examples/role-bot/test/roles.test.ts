import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type Person, SandboxRefused, type TestBot, testBot } from '@botwright/testing';
import { createBot, type Member, type Message, type Role, teamPermissions } from 'botwright';
import { describe, expect, test } from 'vitest';
import { options } from '../src/bot.js';
import { Panels } from '../src/panels.js';

const mark = '🎨';

function pathOf({ channelId, id }: Message): string {
  return `/channels/${channelId}/messages/${id}`;
}

function press(person: Person, method: 'POST' | 'DELETE', panel: Message, emoji = mark): Promise<unknown> {
  return person.does(method, `${pathOf(panel)}/reactions/${encodeURIComponent(emoji)}`);
}

/** The owner makes a role, which stands below all others. */
async function makeRole({ people, sandbox }: TestBot, name: string, permissions = 0): Promise<Role> {
  const draft = { name, permissions };
  const place = `/teams/${sandbox.description.team.id}/roles`;
  return (await people.ada.does<{ role: Role }>('POST', place, draft)).role;
}

async function putOnTop({ people, sandbox }: TestBot, role: Role): Promise<void> {
  const place = `/teams/${sandbox.description.team.id}/roles`;
  const { roles } = await people.ada.does<{ roles: Role[] }>('GET', place);
  const others = roles.filter(({ id }) => id !== role.id).sort((one, other) => other.priority - one.priority);
  await people.ada.does(
    'PATCH',
    `${place}-priority`,
    [role, ...others].map(({ id }) => id),
  );
}

async function rolesOf({ people, sandbox }: TestBot, person: Person): Promise<readonly string[]> {
  const place = `/teams/${sandbox.description.team.id}/members/${person.id}`;
  return (await people.ada.does<{ member: Member }>('GET', place)).member.roles;
}

/** Puts up a panel, and waits until it works. */
async function putUpPanel({ people, sandbox }: TestBot, role: Role): Promise<Message> {
  const { ada } = people;
  await ada.listens();
  await ada.says(`!rolepanel @${role.name} ${mark} Do you paint?`);
  const panel = await ada.hears(/^Do you paint\?/);
  const byBot = async () => {
    const { message } = await ada.does<{ message: Message }>('GET', pathOf(panel));
    return message.reactions.flatMap(({ users }) => users.map(({ userId }) => userId));
  };
  await expect.poll(byBot).toContain(sandbox.description.bot.id);
  return panel;
}

describe('a panel', () => {
  test('gives its role for its reaction, and takes the role when the reaction is taken back', async () => {
    await using it = await testBot(options);
    const { cy, dee } = it.people;
    const painter = await makeRole(it, 'painter');
    const panel = await putUpPanel(it, painter);
    expect(panel.content).toBe(`Do you paint?\n\n${mark} painter`);
    await press(dee, 'POST', panel, '👎');
    await press(cy, 'POST', panel);
    await expect.poll(() => rolesOf(it, cy)).toEqual([painter.id]);
    expect(await rolesOf(it, dee)).toEqual([]);
    await press(cy, 'DELETE', panel);
    await expect.poll(() => rolesOf(it, cy)).toEqual([]);
  });

  test('works after a restart', async () => {
    const directory = await mkdtemp(path.join(tmpdir(), 'role-bot-'));
    const store = { url: `file:${path.join(directory, 'bot.sqlite')}` };
    try {
      await using it = await testBot({ ...options, store });
      const { cy } = it.people;
      const painter = await makeRole(it, 'painter');
      const panel = await putUpPanel(it, painter);
      await it.bot.stop();

      const { url: baseUrl, bot: account } = it.sandbox.description;
      await using successor = createBot({ ...options, log: it.bot.client.log });
      await successor.start({ store, credentials: { token: account.token, baseUrl } });
      await press(cy, 'POST', panel);
      await expect.poll(() => rolesOf(it, cy)).toEqual([painter.id]);
    } finally {
      await rm(directory, { recursive: true, force: true });
    }
  });

  test('is put up only by who may manage roles', async () => {
    await using it = await testBot(options);
    await makeRole(it, 'painter');
    expect((await it.people.bob.asks(`!rolepanel painter ${mark} Do you paint?`)).content).toContain('manage roles');
  });

  test('is refused for a role that does not stand below the highest roles of author and bot', async () => {
    await using it = await testBot(options);
    const { ada } = it.people;
    const helper = await makeRole(it, 'helper', teamPermissions('MANAGE_ROLES'));
    const eve = await it.newcomer('eve', [helper.name]);
    const tooHigh = await eve.asks(`!rolepanel moderator ${mark} Anybody?`);
    expect(tooHigh.content).toBe('The role moderator does not stand below your highest role.');
    const own = await eve.asks(`!rolepanel helper ${mark} Anybody?`);
    expect(own.content).toBe('The role helper does not stand below your highest role.');
    const ofBot = await ada.asks(`!rolepanel bot ${mark} Anybody?`);
    expect(ofBot.content).toBe('The role bot belongs to a bot, so nobody can be given it.');

    await putOnTop(it, await makeRole(it, 'chief'));
    const aboveBot = await ada.asks(`!rolepanel chief ${mark} Anybody?`);
    expect(aboveBot.content).toBe('The role chief does not stand below my highest role.');
  });

  test('is removed by a reply to it, and those who have its role keep it', async () => {
    await using it = await testBot(options);
    const { ada, cy } = it.people;
    const painter = await makeRole(it, 'painter');
    const panel = await putUpPanel(it, painter);
    await press(cy, 'POST', panel);
    await expect.poll(() => rolesOf(it, cy)).toEqual([painter.id]);
    const draft = { content: '!rolepanel remove', replyTo: panel.id };
    await ada.does('POST', `/channels/${panel.channelId}/messages`, draft);
    await ada.hears(/^The panel is gone/);
    await expect(ada.does('GET', pathOf(panel))).rejects.toThrow(SandboxRefused);
    expect(await rolesOf(it, cy)).toEqual([painter.id]);
  });

  test('is forgotten when its message is deleted by hand', async () => {
    await using it = await testBot(options);
    const panel = await putUpPanel(it, await makeRole(it, 'painter'));
    const panels = it.bot.container.resolve(Panels);
    expect(await panels.find(panel.id)).toBeDefined();
    await it.people.ada.does('DELETE', pathOf(panel));
    await expect.poll(() => panels.find(panel.id)).toBeUndefined();
  });
});

test('no other message is removed as a panel', async () => {
  await using it = await testBot(options);
  const { ada } = it.people;
  const { id } = await ada.says('Just a message.');
  expect((await ada.asks(`!rolepanel remove ${id}`)).content).toBe('That message is no panel.');
});
