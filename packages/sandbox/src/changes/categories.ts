import type { Category, CategoryId, PermissionOverwriteInput, RoleId, TeamId, UserId } from '@botwright/protocol';
import type { z } from 'zod';
import { type Change, worldEvent } from '../world/change.js';
import { byPriority, channelsOf, newCategory } from '../world/channels.js';
import { existing } from '../world/state.js';
import { membersOf } from './audience.js';
import { channelUpdated } from './channels.js';
import { overwritten } from './overwrites.js';

type ReadOverwrite = z.output<typeof PermissionOverwriteInput>;

export function createCategory(teamId: TeamId, createdBy: UserId, name: string): Change<Category> {
  return (state, stamp) => {
    const { categories } = existing(state.teams, teamId);
    const lowest = Math.max(-1, ...Array.from(categories.values(), ({ priority }) => priority ?? 0)) + 1;
    const category = newCategory(stamp, { teamId, createdBy, name, priority: lowest });
    categories.set(category.id, category);
    const data = { category, teamId };
    return { answer: category, events: [worldEvent('CATEGORY_CREATED', data, membersOf(state, teamId))] };
  };
}

export function renameCategory(before: Category, name: string): Change<Category> {
  return storeCategory({ ...before, name });
}

/** Says what a role may and may not do in the channels of a category, in place of what was said before. */
export function overwriteCategory(before: Category, roleId: RoleId, overwrite: ReadOverwrite): Change<Category> {
  return storeCategory({ ...before, permissions: overwritten(before.permissions, roleId, overwrite) });
}

/** Deletes a category. Its channels stay, without one; they hear of it first, so that none ever points to nothing. */
export function deleteCategory({ id, teamId }: Category): Change<void> {
  return (state) => {
    const freed = channelsOf(state, teamId)
      .filter(({ parentId }) => parentId === id)
      .map((channel) => ({ ...channel, parentId: null }));
    for (const channel of freed) state.channels.set(channel.id, channel);
    existing(state.teams, teamId).categories.delete(id);
    const deleted = worldEvent('CATEGORY_DELETED', { categoryId: id, teamId }, membersOf(state, teamId));
    return { answer: undefined, events: [...freed.map((channel) => channelUpdated(state, channel)), deleted] };
  };
}

/** Gives the categories of a team their places: the first is on top. */
export function orderCategories(teamId: TeamId, order: readonly CategoryId[]): Change<Category[]> {
  return (state) => {
    const { categories } = existing(state.teams, teamId);
    for (const [priority, id] of order.entries()) categories.set(id, { ...existing(categories, id), priority });
    const data = { order: [...order], teamId };
    return {
      answer: byPriority([...categories.values()]),
      events: [worldEvent('CATEGORIES_PRIORITY_UPDATED', data, membersOf(state, teamId))],
    };
  };
}

function storeCategory(changed: Category): Change<Category> {
  return (state, stamp) => {
    const { teamId } = changed;
    const category = { ...changed, editedAt: stamp.now() };
    existing(state.teams, teamId).categories.set(category.id, category);
    const data = { category, teamId };
    return { answer: category, events: [worldEvent('CATEGORY_UPDATED', data, membersOf(state, teamId))] };
  };
}
