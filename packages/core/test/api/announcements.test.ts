import { expect, test } from 'vitest';
import { clientOf } from '../support/client.js';
import { Service } from '../support/service.js';
import { ada } from '../support/shapes.js';

const announcement = {
  id: 'a1',
  channelId: 'c',
  title: 'tea',
  content: 'now',
  createdBy: ada,
  createdAt: '2026-01-01T00:00:00.000Z',
};

test('an announcement notifies only those it is allowed to', async () => {
  await using service = await Service.start();
  await using client = clientOf(service);
  service.respond = () => ({ body: { announcement } });
  const draft = { title: '@everyone, tea', content: '<@u1> <@u2> @here' };
  // A caller without types may hide the flag in the draft.
  await client.api.announcements.create('c', { ...draft, tagEveryone: true } as typeof draft);
  await client.api.announcements.create('c', draft, { pingEveryone: true });
  await client.api.announcements.create('c', draft, { allowMentions: { users: ['u1'] } });
  expect(service.requests.map(({ body }) => JSON.parse(body))).toEqual([
    { title: '@\u200beveryone, tea', content: '<@\u200bu1> <@\u200bu2> @\u200bhere', tagEveryone: false },
    { title: '@everyone, tea', content: '<@\u200bu1> <@\u200bu2> @here', tagEveryone: true },
    { title: '@\u200beveryone, tea', content: '<@u1> <@\u200bu2> @\u200bhere', tagEveryone: false },
  ]);
});

test('the answer to an announcement may be the announcement itself, and that to the list the list itself', async () => {
  await using service = await Service.start();
  await using client = clientOf(service);
  service.respond = ({ method }) => ({ body: method === 'POST' ? announcement : [announcement] });
  expect(await client.api.announcements.create('c', { title: 'tea', content: 'now' })).toMatchObject({ id: 'a1' });
  expect(await client.api.announcements.list('c')).toMatchObject([{ id: 'a1' }]);
});
