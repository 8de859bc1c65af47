import { type ChannelType, defaultTeamPermissions, teamPermissions } from '@botwright/protocol';
import type { Part } from '../case.js';
import type { Step } from './recipe.js';

/** What everybody holds from the start, and therefore may hand on. */
export const commonPermissions = teamPermissions(...defaultTeamPermissions);

/** The smallest image there is. */
export const pixel: Part = {
  fileName: 'pixel.png',
  type: 'image/png',
  base64: 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
};

/** Keeps `{message}`. */
export const writeMessage: Step = {
  as: 'author',
  operation: 'createChannelMessage',
  parameters: { channelId: '{textChannel}' },
  body: { content: 'before' },
  keep: { message: 'message.id' },
};

/** Keeps `{channel}`. */
export function addChannel(type: ChannelType = 'text'): Step {
  return {
    operation: 'createTeamChannel',
    parameters: { teamId: '{team}' },
    body: { name: 'workbench', type },
    keep: { channel: 'channel.id' },
  };
}

/** Keeps `{role}`. */
export const addRole: Step = {
  operation: 'createRole',
  parameters: { teamId: '{team}' },
  body: { name: 'apprentice' },
  keep: { role: 'role.id' },
};

/** Keeps `{category}`. */
export const addCategory: Step = {
  operation: 'createCategory',
  parameters: { teamId: '{team}' },
  body: { name: 'benches' },
  keep: { category: 'category.id' },
};

/** Keeps `{todo}`. */
export const addTodo: Step = {
  operation: 'createTodoItem',
  parameters: { channelId: '{todoChannel}' },
  body: { content: 'buy tea' },
  keep: { todo: 'todo.id' },
};
