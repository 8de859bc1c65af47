import type { Blog } from '@botwright/protocol';
import { expect, test } from 'vitest';
import type { Sandbox } from '../src/index.js';
import { type Caller, callersOf, openSandbox } from './support/callers.js';
import { connect } from './support/stream.js';

function inTeam({ description }: Sandbox, blogId = '') {
  return { params: { teamId: description.team.id, blogId } };
}

async function post(sandbox: Sandbox, caller: Caller, body: object): Promise<Blog> {
  const reply = await caller.call('createBlogPost', { ...inTeam(sandbox), body });
  expect(reply.status).toBe(200);
  return reply.body['blog'] as Blog;
}

test('posts are listed with their team, the newest first, and every member hears of each', async () => {
  await using sandbox = await openSandbox();
  const { bot, dee } = callersOf(sandbox);
  await using heard = await connect(sandbox, 'dee');
  const first = await post(sandbox, bot, { title: 'News', content: 'None.' });
  const second = await post(sandbox, bot, {
    title: 'More news',
    content: 'Some.',
    heroImage: 'https://img.test/a.png',
  });
  expect(first).toMatchObject({ createdBy: sandbox.description.bot.id, heroImage: null, editedAt: null });
  expect(second).toMatchObject({ heroImage: 'https://img.test/a.png' });
  const { body } = await dee.call('getBlogPosts', inTeam(sandbox));
  expect(body).toMatchObject({ blogs: [second, first], team: { id: sandbox.description.team.id } });
  expect(await heard.next('BLOG_CREATED')).toEqual({ blog: first, teamId: sandbox.description.team.id });
});

test('a deleted post is gone, and everybody hears who deleted it', async () => {
  await using sandbox = await openSandbox();
  const { ada, bot, dee } = callersOf(sandbox);
  await using heard = await connect(sandbox, 'dee');
  const { id } = await post(sandbox, bot, { title: 'News', content: 'None.' });
  expect(await ada.call('deleteBlogPost', inTeam(sandbox, id))).toMatchObject({ status: 200 });
  expect((await dee.call('getBlogPosts', inTeam(sandbox))).body['blogs']).toEqual([]);
  const { people, team } = sandbox.description;
  expect(await heard.next('BLOG_DELETED')).toEqual({ blogId: id, deletedBy: people.ada.id, teamId: team.id });
  const again = await ada.call('deleteBlogPost', inTeam(sandbox, id));
  expect(again).toMatchObject({ status: 404, body: { code: 'UNKNOWN_BLOG' } });
});
