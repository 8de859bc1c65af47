import { expect } from 'vitest';
import { drives } from '../support/drive.js';

export const todoDrives = drives({
  async getTodoItems({ api, channels }) {
    const todo = await api.todos.add(channels['to-do'], 'buy tea');
    expect(await api.todos.list(channels['to-do'])).toEqual([todo]);
    return undefined;
  },

  async createTodoItem({ api, channels, teamId, botId }) {
    const todo = await api.todos.add(channels['to-do'], 'buy tea');
    expect(todo).toMatchObject({ content: 'buy tea', completed: false, createdBy: botId });
    expect(await api.todos.list(channels['to-do'])).toEqual([todo]);
    return { TODO_ITEM_CREATED: { todo, channelId: channels['to-do'], teamId } };
  },

  async updateTodoItem({ api, channels, botId }) {
    const { id } = await api.todos.add(channels['to-do'], 'buy tea');
    await api.todos.edit(channels['to-do'], id, 'buy coffee');
    const todo = await api.todos.setCompleted(channels['to-do'], id, true);
    expect(todo).toMatchObject({ id, content: 'buy coffee', completed: true, completedBy: botId });
    expect(await api.todos.list(channels['to-do'])).toEqual([todo]);
    return { TODO_ITEM_UPDATED: { todo, channelId: channels['to-do'] } };
  },

  async deleteTodoItem({ api, channels, teamId }) {
    const { id } = await api.todos.add(channels['to-do'], 'buy tea');
    await api.todos.delete(channels['to-do'], id);
    expect(await api.todos.list(channels['to-do'])).toEqual([]);
    return { TODO_ITEM_DELETED: { todoId: id, channelId: channels['to-do'], teamId } };
  },

  async cloneTodoItem({ api, channels }) {
    const original = await api.todos.add(channels['to-do'], 'buy tea');
    const todo = await api.todos.clone(channels['to-do'], original.id);
    expect(todo).toMatchObject({ content: 'buy tea', completed: false });
    expect(await api.todos.list(channels['to-do'])).toEqual(expect.arrayContaining([original, todo]));
    return { TODO_ITEM_CREATED: { todo, channelId: channels['to-do'] } };
  },
});
