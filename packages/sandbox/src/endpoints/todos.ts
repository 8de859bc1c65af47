import type { ChannelId, TodoId } from '@botwright/protocol';
import { createTodo, deleteTodo, updateTodo } from '../changes/todos.js';
import { Refusal } from '../refusal.js';
import { type AnyCall, endpoints } from './endpoint.js';
import { reachChannelByRight } from './reach.js';

export const todoEndpoints = endpoints({
  getTodoItems(call) {
    const { channel } = reachChannelByRight(call, call.params.channelId, 'todo');
    const todos = [...call.world.todos.values()];
    return { todos: todos.filter(({ channelId }) => channelId === channel.id) };
  },

  createTodoItem(call) {
    const { channel } = reachChannelByRight(call, call.params.channelId, 'todo');
    return { todo: call.apply(createTodo(channel, call.caller.id, call.body.content)) };
  },

  updateTodoItem(call) {
    const { channel, todo } = reachTodo(call, call.params);
    return { todo: call.apply(updateTodo(channel, todo, call.caller.id, call.body)) };
  },

  deleteTodoItem(call) {
    const { channel, todo } = reachTodo(call, call.params);
    call.apply(deleteTodo(channel, todo.id));
    return {};
  },

  // A copy says the same and is open again.
  cloneTodoItem(call) {
    const { channel, todo } = reachTodo(call, call.params);
    return { todo: call.apply(createTodo(channel, call.caller.id, todo.content)) };
  },
});

function reachTodo(call: AnyCall, { channelId, todoId }: { channelId: ChannelId; todoId: TodoId }) {
  const { channel } = reachChannelByRight(call, channelId, 'todo');
  const todo = call.world.todos.get(todoId);
  if (todo?.channelId !== channelId) throw Refusal.unknown('todo', todoId);
  return { channel, todo };
}
