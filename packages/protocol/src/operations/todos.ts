import { z } from 'zod';
import { observed } from '../certainty.js';
import { limits } from '../limits.js';
import { memberLimits } from '../member-limits.js';
import { TodoItem } from '../resources/todo-item.js';
import { list, resource } from '../wire.js';
import { operationGroup } from './operation.js';

const draft = resource({
  content: observed(z.string().min(1), 'client:ts', 'client:py', 'client:py2', 'client:js', 'console'),
});

const change = resource({
  content: observed(z.string().min(1).optional(), 'client:ts', 'client:py', 'client:js', 'console'),
  /** True flips whether the item is done (inferred from the name); one client alone sends it. */
  changeCompleted: observed(z.boolean().optional(), 'client:py'),
});

export const todoOperations = operationGroup('Todos', {
  getTodoItems: {
    name: 'Get Todo Items',
    method: 'GET',
    path: '/channels/{channelId}/todo/list',
    answer: resource({ todos: observed(list(TodoItem), 'client:ts', 'client:py') }),
    needs: ['channel:VIEW_CHANNEL'],
    certainty: { method: 'observed', path: 'observed' },
    source: ['client:ts', 'client:py', 'client:py2', 'client:js', 'console'],
  },
  createTodoItem: {
    name: 'Create Todo Item',
    method: 'POST',
    path: '/channels/{channelId}/todo/item',
    body: draft,
    answer: resource({ todo: observed(TodoItem, 'client:ts') }),
    needs: ['channel:CREATE_TODOS', 'channel:MANAGE_TODOS'],
    emits: ['TODO_ITEM_CREATED'],
    limits: memberLimits(draft, { content: limits.todoContentLength }),
    certainty: { method: 'observed', path: 'observed' },
    source: ['client:ts', 'client:py', 'client:py2', 'client:js', 'console'],
  },
  updateTodoItem: {
    name: 'Update Todo Item',
    method: 'PUT',
    path: '/channels/{channelId}/todo/item/{todoId}',
    // `changeCompleted` turns the mark round, each time.
    repeatable: false,
    body: change,
    answer: resource({ todo: observed(TodoItem, 'client:ts') }),
    needs: ['channel:EDIT_TODOS', 'channel:MANAGE_TODOS'],
    emits: ['TODO_ITEM_UPDATED'],
    limits: memberLimits(change, { content: limits.todoContentLength }),
    certainty: { method: 'observed', path: 'observed' },
    source: ['client:ts', 'client:py', 'client:py2', 'client:js', 'console'],
  },
  deleteTodoItem: {
    name: 'Delete Todo Item',
    method: 'DELETE',
    path: '/channels/{channelId}/todo/item/{todoId}',
    answer: resource({}),
    needs: ['channel:DELETE_TODOS', 'channel:MANAGE_TODOS'],
    emits: ['TODO_ITEM_DELETED'],
    alternatives: [{ method: 'POST', path: '/channels/{channelId}/todo/item/{todoId}', source: ['client:js'] }],
    certainty: { method: 'observed', path: 'observed' },
    source: ['client:ts', 'client:py', 'client:py2', 'console'],
  },
  cloneTodoItem: {
    name: 'Clone Todo Item',
    method: 'POST',
    path: '/channels/{channelId}/todo/item/{todoId}/clone',
    answer: resource({ todo: observed(TodoItem, 'client:ts', 'client:py') }),
    needs: ['channel:CREATE_TODOS', 'channel:MANAGE_TODOS'],
    emits: ['TODO_ITEM_CREATED'],
    certainty: { method: 'observed', path: 'observed' },
    source: ['client:ts', 'client:py', 'client:py2', 'client:js', 'console'],
  },
});
