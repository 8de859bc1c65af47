import type { Embed } from '@botwright/protocol';
import fc, { type Arbitrary } from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { anyText, bodiesOf } from './support/bodies.js';
import { Stage } from './support/stage.js';

let stage: Stage;

beforeAll(async () => {
  // Limits that one client alone knows would refuse some of what the contract takes.
  stage = await Stage.open({ limits: 'stated' });
});

afterAll(async () => {
  await stage[Symbol.asyncDispose]();
});

/** Sends each value, and compares what comes back with what was meant. */
async function comesBack<Value>(
  values: Arbitrary<Value>,
  send: (value: Value) => Promise<unknown>,
  meant: (value: Value) => object,
): Promise<void> {
  const property = fc.asyncProperty(values.filter(isNoMention), async (value) => {
    expect(await send(value)).toMatchObject(meant(value));
  });
  await fc.assert(property, { numRuns: 40 });
}

/** The client breaks whatever may open a mention and is none that it knows, on purpose. */
function isNoMention(value: unknown): boolean {
  return !/[<＜﹤][@＠﹫]/u.test(JSON.stringify(value));
}

/** Nobody is spared, so that nothing in the text is made inert. */
const options = { allowMentions: { users: true, everyone: true } } as const;

describe('what the contract takes comes back as it went', () => {
  test('in a message', async () => {
    const { api, channels } = stage;
    await comesBack(
      bodiesOf('createChannelMessage').map(({ replyTo: _replyTo, mentions: _mentions, ...body }) => body),
      async (body) =>
        api.messages.get(channels.general, (await api.messages.create(channels.general, body, options)).id),
      ({ content, embeds, attachments, nonce }) => ({
        content: content ?? null,
        embeds: embeds ?? [],
        attachments: attachments ?? [],
        // The client gives a message that has none one of its own.
        ...(nonce !== undefined && { nonce }),
      }),
    );
  });

  test('in a change to a message', async () => {
    const { api, channels } = stage;
    const { id } = await api.messages.create(channels.general, { content: 'before' });
    const bodies = bodiesOf('updateChannelMessage').filter(({ content, embeds }) => Boolean(content || embeds?.length));
    await comesBack(
      bodies,
      async (body) => {
        await api.messages.edit(channels.general, id, body, options);
        return api.messages.get(channels.general, id);
      },
      ({ content, embeds }) => ({
        ...(content !== undefined && { content }),
        ...(embeds !== undefined && { embeds: embeds ?? ([] as Embed[]) }),
      }),
    );
  });

  test('in the content of a message, whatever characters it has', async () => {
    const { api, channels } = stage;
    await comesBack(
      anyText(),
      (content) => api.messages.create(channels.general, { content }, options),
      (content) => ({ content }),
    );
  });

  test('in the event that tells of a message', async () => {
    const { api, channels } = stage;
    const property = fc.asyncProperty(anyText().filter(isNoMention), async (content) => {
      const { id } = await api.messages.create(channels.general, { content }, options);
      await stage.hears('MESSAGE_SEND', { message: { id, content } });
    });
    await fc.assert(property, { numRuns: 20 });
  });

  test('in a channel', async () => {
    const { api, teamId } = stage;
    await comesBack(
      bodiesOf('createTeamChannel'),
      async (body) => {
        const { id } = await api.channels.create(teamId, body);
        const channel = await api.channels.get(teamId, id);
        await api.channels.delete(teamId, id);
        return channel;
      },
      ({ name, type }) => ({ name, type }),
    );
  });

  test('in a change to a channel', async () => {
    const { api, teamId, channels } = stage;
    await comesBack(
      bodiesOf('updateTeamChannel'),
      async (body) => {
        await api.channels.update(teamId, channels.random, body);
        return api.channels.get(teamId, channels.random);
      },
      ({ name, description }) => ({ name, ...(description !== undefined && { description }) }),
    );
  });

  test('in a category', async () => {
    const { api, teamId } = stage;
    await comesBack(
      bodiesOf('createCategory'),
      async (body) => {
        const { id } = await api.categories.create(teamId, body);
        const category = await api.categories.update(teamId, id, body);
        await api.categories.delete(teamId, id);
        return category;
      },
      ({ name }) => ({ name }),
    );
  });

  test('in a role', async () => {
    const { api, teamId } = stage;
    const { id } = await api.roles.create(teamId);
    await comesBack(
      // Nobody grants what they do not hold, and the bot does not hold every bit.
      bodiesOf('updateRole').map(({ permissions: _permissions, ...body }) => body),
      async (body) => {
        await api.roles.update(teamId, id, body);
        return (await api.roles.list(teamId)).find((role) => role.id === id);
      },
      ({ name, color, color2, isDisplayedSeparately }) => given({ name, color, color2, isDisplayedSeparately }),
    );
  });

  test('in what a role may do in a channel', async () => {
    const { api, teamId, channels } = stage;
    const { id } = await api.roles.create(teamId);
    await comesBack(
      bodiesOf('updateChannelRolePermissions'),
      async (body) => {
        await api.channels.setRolePermissions(teamId, channels['mod-log'], id, body);
        const channel = await api.channels.get(teamId, channels['mod-log']);
        await api.channels.setRolePermissions(teamId, channels['mod-log'], id, { allow: 0, deny: 0 });
        return channel.permissions.role[id];
      },
      ({ allow, deny }) => ({ allow, deny }),
    );
  });

  test('in a team', async () => {
    const { api, teamId } = stage;
    await comesBack(
      bodiesOf('updateTeam'),
      async (body) => {
        await api.teams.update(teamId, body);
        return api.teams.get(teamId);
      },
      ({ name, description, profilePicture, banner }) => given({ name, description, profilePicture, banner }),
    );
  });

  test('in a to-do item', async () => {
    const { api, channels } = stage;
    await comesBack(
      anyText(),
      async (content) => {
        const { id } = await api.todos.add(channels['to-do'], 'before');
        return api.todos.edit(channels['to-do'], id, content);
      },
      (content) => ({ content }),
    );
  });

  test('in a blog post', async () => {
    const { api, teamId } = stage;
    await comesBack(
      bodiesOf('createBlogPost'),
      async (body) => {
        const { id } = await api.blogs.create(teamId, body);
        const posts = await api.blogs.list(teamId);
        await api.blogs.delete(teamId, id);
        return posts.find((post) => post.id === id);
      },
      ({ title, content, heroImage }) => ({ title, content, heroImage: heroImage ?? null }),
    );
  });

  test('in an announcement', async () => {
    const { api, channels } = stage;
    await comesBack(
      fc.record({ title: anyText(), content: anyText() }),
      (draft) => api.announcements.create(channels.announcements, draft, options),
      (draft) => draft,
    );
  });

  test('in the reason of a ban', async () => {
    const { api, teamId, people } = stage;
    await comesBack(
      anyText(),
      async (reason) => {
        await api.members.ban(teamId, people.dee.id, { reason });
        const [ban] = await api.members.bans(teamId);
        await api.members.unban(teamId, people.dee.id);
        return ban;
      },
      (reason) => ({ reason }),
    );
  });

  test("in the bot's status", async () => {
    const { api, botId } = stage;
    await comesBack(
      bodiesOf('setCustomStatus'),
      async (body) => {
        await api.users.setStatus(body);
        return (await api.users.get(botId)).userStatus;
      },
      ({ content, emojiId }) => ({ content: content ?? null, emojiId: emojiId ?? null }),
    );
  });

  test('in what a webhook says', async () => {
    await using webhook = await stage.openWebhook();
    const { api, channels } = stage;
    await comesBack(
      bodiesOf('createMessageWithWebhook'),
      async (body) => {
        await webhook.execute(body, options);
        return (await api.messages.list(channels.general, { limit: 1 }))[0];
      },
      ({ content, embeds, attachments }) => ({
        content: content ?? null,
        embeds: embeds ?? [],
        attachments: attachments ?? [],
      }),
    );
  });

  test('in the form of a team', async () => {
    const { api, teamId } = stage;
    await comesBack(
      bodiesOf('updateTeamApplicationQuestions'),
      async (form) => {
        await api.applications.setForm(teamId, form);
        const { teams } = (await stage.world()) as { teams: { applicationForm: object }[] };
        return teams[0]?.applicationForm;
      },
      ({ description, questions }) => ({ description, questions }),
    );
  });
});

/** What is left out or null leaves things as they are. */
function given(members: Record<string, unknown>): object {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined && value !== null));
}
