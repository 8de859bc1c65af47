import { definePlugin } from 'botwright';
import { TodoAdd } from './commands/add.js';
import { TodoDone } from './commands/done.js';
import { TodoEdit } from './commands/edit.js';
import { TodoListing } from './commands/list.js';
import { TodoRemove } from './commands/remove.js';
import { TodoReopen } from './commands/reopen.js';
import { TodoSyncNow } from './commands/sync.js';
import { optionsSchema, ResolvedOptions } from './options.js';
import { TodoChannels } from './todo-channels.js';
import { TodoDesk } from './todo-desk.js';
import { TodoEvents } from './todo-events.js';
import { TodoLists } from './todo-lists.js';
import { TodoSync } from './todo-sync.js';

/** The team's to-do list in commands, and, with a file in the options, in step with a Markdown checklist. */
export const todo = definePlugin({
  name: 'todo',
  options: optionsSchema,
  commands: [TodoAdd, TodoListing, TodoDone, TodoReopen, TodoEdit, TodoRemove, TodoSyncNow],
  listeners: [TodoEvents],
  services: [TodoChannels, TodoDesk, TodoLists, TodoSync],
  register(container, options) {
    container.registerInstance(ResolvedOptions, new ResolvedOptions(options));
  },
  async ready(container) {
    container.resolve(TodoLists).forget();
    await container.resolve(TodoSync).ready();
  },
  stop: (container) => container.resolve(TodoSync).stop(),
});

// For those who handle errors.
export {
  type ChecklistProblem,
  ChecklistUnusable,
  type SnapshotProblem,
  SnapshotUnusable,
  TodoChannelUnclear,
} from './errors.js';
export type { TodoOptions } from './options.js';
export { type Refusal, TodoRefused } from './refusals.js';
export type { OpenList } from './todo-desk.js';
export type { Entry, TodoList } from './todo-list.js';
export type { SyncReport } from './todo-sync.js';
// For other plugins.
export { TodoDesk, TodoLists, TodoSync };
