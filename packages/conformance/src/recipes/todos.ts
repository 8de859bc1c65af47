import { recipes } from './recipe.js';
import { addTodo } from './steps.js';

const inTodo = { channelId: '{todoChannel}' };
const theItem = { ...inTodo, todoId: '{todo}' };
const listItems = { operation: 'getTodoItems', parameters: inTodo } as const;

export const todoRecipes = recipes({
  getTodoItems: {
    setup: [addTodo],
    looking: {},
    parameters: inTodo,
    answer: { todos: [{ id: '{todo}', content: 'buy tea', completed: false }] },
  },

  createTodoItem: {
    parameters: inTodo,
    body: { content: 'sweep' },
    answer: { todo: { ...inTodo, content: 'sweep', completed: false, createdBy: '{caller}' } },
    events: { TODO_ITEM_CREATED: { ...inTodo, teamId: '{team}', todo: { content: 'sweep' } } },
    after: [{ ...listItems, expect: { matches: { todos: [{ content: 'sweep' }] } } }],
    refusals: [
      { title: 'an item in a channel for other things', status: 400, parameters: { channelId: '{textChannel}' } },
    ],
  },

  updateTodoItem: {
    setup: [addTodo],
    parameters: theItem,
    body: { content: 'buy coffee', changeCompleted: true },
    answer: { todo: { id: '{todo}', content: 'buy coffee', completed: true, completedBy: '{caller}' } },
    events: {
      TODO_ITEM_UPDATED: {
        ...inTodo,
        teamId: '{team}',
        todo: { id: '{todo}', content: 'buy coffee', completed: true },
      },
    },
    after: [
      { ...listItems, expect: { matches: { todos: [{ id: '{todo}', content: 'buy coffee', completed: true }] } } },
    ],
  },

  deleteTodoItem: {
    setup: [addTodo],
    parameters: theItem,
    events: { TODO_ITEM_DELETED: { ...theItem, teamId: '{team}' } },
    after: [{ ...listItems, expect: { lacks: { todos: { id: '{todo}' } } } }],
  },

  cloneTodoItem: {
    setup: [addTodo],
    parameters: theItem,
    answer: { todo: { ...inTodo, content: 'buy tea' } },
    events: { TODO_ITEM_CREATED: { ...inTodo, teamId: '{team}', todo: { content: 'buy tea' } } },
  },
});
