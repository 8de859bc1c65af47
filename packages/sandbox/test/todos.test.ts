import type { TodoItem } from '@botwright/protocol';
import { describe, expect, test } from 'vitest';
import type { Sandbox } from '../src/index.js';
import { type Caller, callersOf, openSandbox } from './support/callers.js';
import { connect } from './support/stream.js';

function onList({ description }: Sandbox, todoId = '') {
  return { params: { channelId: description.channels['to-do'], todoId } };
}

async function add(sandbox: Sandbox, caller: Caller, content: string): Promise<TodoItem> {
  const reply = await caller.call('createTodoItem', { ...onList(sandbox), body: { content } });
  expect(reply.status).toBe(200);
  return reply.body['todo'] as TodoItem;
}

async function list(sandbox: Sandbox): Promise<TodoItem[]> {
  const reply = await callersOf(sandbox).dee.call('getTodoItems', onList(sandbox));
  return reply.body['todos'] as TodoItem[];
}

test('an item is put on the list open, below the others, and everybody hears of it', async () => {
  await using sandbox = await openSandbox();
  const { cy } = callersOf(sandbox);
  await using heard = await connect(sandbox, 'dee');
  const tea = await add(sandbox, cy, 'buy tea');
  const milk = await add(sandbox, cy, 'buy milk');
  expect(tea).toMatchObject({ content: 'buy tea', createdBy: sandbox.description.people.cy.id, completed: false });
  expect(await list(sandbox)).toEqual([tea, milk]);
  expect(await heard.next('TODO_ITEM_CREATED')).toEqual({
    todo: tea,
    channelId: sandbox.description.channels['to-do'],
    teamId: sandbox.description.team.id,
  });
});

describe('changing an item', () => {
  test('gives it other words and says who did', async () => {
    await using sandbox = await openSandbox();
    const { bot, cy } = callersOf(sandbox);
    await using heard = await connect(sandbox, 'dee');
    const { id } = await add(sandbox, cy, 'buy tea');
    const reply = await bot.call('updateTodoItem', { ...onList(sandbox, id), body: { content: 'buy coffee' } });
    expect(reply.body['todo']).toMatchObject({
      content: 'buy coffee',
      editedBy: sandbox.description.bot.id,
      editedAt: expect.any(String),
      completed: false,
    });
    expect(await list(sandbox)).toEqual([reply.body['todo']]);
    expect(await heard.next('TODO_ITEM_UPDATED')).toMatchObject({ todo: reply.body['todo'] });
  });

  test('flips whether it is done, and remembers by whom', async () => {
    await using sandbox = await openSandbox();
    const { bot, cy } = callersOf(sandbox);
    const { id } = await add(sandbox, cy, 'buy tea');
    const flip = async () => {
      const reply = await bot.call('updateTodoItem', { ...onList(sandbox, id), body: { changeCompleted: true } });
      return reply.body['todo'];
    };
    const done = { completed: true, completedBy: sandbox.description.bot.id, completedAt: expect.any(String) };
    expect(await flip()).toMatchObject({ ...done, editedBy: null });
    expect(await list(sandbox)).toMatchObject([done]);
    expect(await flip()).toMatchObject({ completed: false, completedBy: null, completedAt: null });
  });

  test.each([{}, { changeCompleted: false }, { content: 'buy tea' }])(
    'to what it is already changes nothing and tells nobody: %o',
    async (body) => {
      await using sandbox = await openSandbox();
      const { bot, cy } = callersOf(sandbox);
      const todo = await add(sandbox, cy, 'buy tea');
      await using heard = await connect(sandbox, 'dee');
      const reply = await bot.call('updateTodoItem', { ...onList(sandbox, todo.id), body });
      expect(reply.body['todo']).toEqual(todo);
      await heard.settled();
      expect(heard.kinds()).not.toContain('TODO_ITEM_UPDATED');
    },
  );

  test('to no words at all is refused', async () => {
    await using sandbox = await openSandbox();
    const { bot, cy } = callersOf(sandbox);
    const { id } = await add(sandbox, cy, 'buy tea');
    const reply = await bot.call('updateTodoItem', { ...onList(sandbox, id), body: { content: '' } });
    expect(reply).toMatchObject({
      status: 400,
      body: { message: expect.stringMatching(/^content must be at least 1/) },
    });
  });
});

test('a copy says the same, belongs to who made it, and is open', async () => {
  await using sandbox = await openSandbox();
  const { bot, cy } = callersOf(sandbox);
  await using heard = await connect(sandbox, 'dee');
  const { id } = await add(sandbox, cy, 'buy tea');
  await bot.call('updateTodoItem', { ...onList(sandbox, id), body: { changeCompleted: true } });
  const { body } = await bot.call('cloneTodoItem', onList(sandbox, id));
  const copy = body['todo'] as TodoItem;
  expect(copy).toMatchObject({ content: 'buy tea', createdBy: sandbox.description.bot.id, completed: false });
  expect(copy.id).not.toBe(id);
  expect(await heard.next('TODO_ITEM_CREATED', ({ todo }) => (todo as TodoItem).id === copy.id)).toBeDefined();
  expect(await list(sandbox)).toHaveLength(2);
});

test('a deleted item is off the list, and everybody hears of it', async () => {
  await using sandbox = await openSandbox();
  const { bot, cy } = callersOf(sandbox);
  await using heard = await connect(sandbox, 'dee');
  const { id } = await add(sandbox, cy, 'buy tea');
  expect(await bot.call('deleteTodoItem', onList(sandbox, id))).toMatchObject({ status: 200 });
  expect(await heard.next('TODO_ITEM_DELETED')).toEqual({
    todoId: id,
    channelId: sandbox.description.channels['to-do'],
    teamId: sandbox.description.team.id,
  });
  expect(await list(sandbox)).toEqual([]);
  expect(await bot.call('deleteTodoItem', onList(sandbox, id))).toMatchObject({ status: 404 });
});

test('items belong to their own list alone', async () => {
  await using sandbox = await openSandbox();
  const { ada } = callersOf(sandbox);
  const { id } = await add(sandbox, ada, 'buy tea');
  const teamId = sandbox.description.team.id;
  const made = await ada.call('createTeamChannel', { params: { teamId }, body: { name: 'other', type: 'todo' } });
  const { id: channelId } = made.body['channel'] as { id: string };
  expect((await ada.call('getTodoItems', { params: { channelId } })).body['todos']).toEqual([]);
  const reply = await ada.call('updateTodoItem', { params: { channelId, todoId: id }, body: { content: 'x' } });
  expect(reply).toMatchObject({ status: 404, body: { code: 'UNKNOWN_TODO' } });
});

test('lists stand in to-do channels alone', async () => {
  await using sandbox = await openSandbox();
  const { ada } = callersOf(sandbox);
  const params = { channelId: sandbox.description.channels.general };
  const reply = await ada.call('createTodoItem', { params, body: { content: 'buy tea' } });
  expect(reply).toMatchObject({
    status: 400,
    body: { code: 'BAD_INPUT', message: 'channelId must name a channel of type todo; #general is of type text' },
  });
});

test('a list is gone with its channel', async () => {
  await using sandbox = await openSandbox();
  const { ada } = callersOf(sandbox);
  await add(sandbox, ada, 'buy tea');
  const params = { teamId: sandbox.description.team.id, channelId: onList(sandbox).params.channelId };
  const { channelId } = params;
  await ada.call('deleteTeamChannel', { params });
  expect(await ada.call('getTodoItems', { params: { channelId } })).toMatchObject({ status: 404 });
});
