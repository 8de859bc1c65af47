import { z } from 'zod';
import { observed } from '../certainty.js';
import { CategoryId, ChannelId } from '../ids.js';
import { Category, Channel, PermissionOverwriteInput } from '../resources/channel.js';
import { alsoReads, list, memberAlsoNamed, resource } from '../wire.js';
import { operationGroup } from './operation.js';

/** One client sends the name as `content`. */
const draft = alsoReads(
  resource({
    name: observed(z.string().min(1), 'client:ts', 'client:py', 'client:py2', 'console', 'client:teamlify'),
  }),
  memberAlsoNamed('name', 'content'),
);

export const categoryOperations = operationGroup('Category', {
  createCategory: {
    name: 'Create a Category',
    method: 'POST',
    path: '/teams/{teamId}/categories',
    body: draft,
    answer: resource({ category: observed(Category, 'client:ts', 'client:teamlify') }),
    needs: ['team:MANAGE_CHANNELS'],
    emits: ['CATEGORY_CREATED'],
    certainty: { method: 'observed', path: 'observed' },
    source: ['client:ts', 'client:py', 'client:py2', 'client:js', 'client:teamlify', 'console'],
  },
  updateCategory: {
    name: 'Update a Category',
    method: 'PUT',
    path: '/teams/{teamId}/categories/{categoryId}',
    body: draft,
    answer: resource({ category: observed(Category, 'client:ts') }),
    needs: ['team:MANAGE_CHANNELS'],
    emits: ['CATEGORY_UPDATED'],
    alternatives: [{ method: 'PATCH', path: '/teams/{teamId}/categories/{categoryId}', source: ['client:teamlify'] }],
    certainty: { method: 'observed', path: 'observed' },
    source: ['client:ts', 'client:py', 'client:py2', 'client:js', 'console'],
  },
  updateCategoryRolePermissions: {
    name: 'Update Category Role Permissions',
    method: 'POST',
    path: '/teams/{teamId}/categories/{categoryId}/permissions/role/{roleId}',
    repeatable: true,
    body: PermissionOverwriteInput,
    answer: resource({}),
    needs: ['team:MANAGE_ROLES', 'team:MANAGE_CHANNELS'],
    emits: ['CATEGORY_UPDATED'],
    alternatives: [
      { method: 'PATCH', path: '/teams/{teamId}/categories/{categoryId}/roles/{roleId}', source: ['client:teamlify'] },
    ],
    certainty: { method: 'observed', path: 'observed' },
    source: ['client:ts', 'client:py', 'client:py2', 'console'],
  },
  // Its channels are thought to stay, without a category (inferred).
  deleteCategory: {
    name: 'Delete a Category',
    method: 'DELETE',
    path: '/teams/{teamId}/categories/{categoryId}',
    answer: resource({}),
    needs: ['team:MANAGE_CHANNELS'],
    emits: ['CATEGORY_DELETED'],
    certainty: { method: 'observed', path: 'observed' },
    source: ['client:ts', 'client:py', 'client:py2', 'client:js', 'client:teamlify', 'console'],
  },
  addChannelToCategory: {
    name: 'Add a Channel To Category',
    method: 'POST',
    path: '/teams/{teamId}/categories/{categoryId}/channels/{channelId}',
    repeatable: true,
    answer: resource({ channel: observed(Channel, 'client:ts', 'client:teamlify') }),
    needs: ['team:MANAGE_CHANNELS'],
    emits: ['CHANNEL_UPDATED'],
    certainty: { method: 'observed', path: 'observed' },
    source: ['client:ts', 'client:py', 'client:py2', 'client:teamlify', 'console'],
  },
  removeChannelFromCategory: {
    name: 'Delete a channel from category',
    method: 'DELETE',
    path: '/teams/{teamId}/categories/{categoryId}/channels/{channelId}',
    answer: resource({ channel: observed(Channel, 'client:ts', 'client:teamlify') }),
    needs: ['team:MANAGE_CHANNELS'],
    emits: ['CHANNEL_UPDATED'],
    certainty: { method: 'observed', path: 'observed' },
    source: ['client:ts', 'client:py', 'client:py2', 'client:teamlify', 'console'],
  },
  // The first id is on top. The event names the category.
  setCategoryChannelPriority: {
    name: 'Set channel priority of category',
    method: 'POST',
    path: '/teams/{teamId}/categories/{categoryId}/channels-priority',
    repeatable: true,
    body: resource({ channels: observed(z.array(ChannelId), 'client:ts', 'client:py', 'client:py2', 'console') }),
    answer: resource({}),
    needs: ['team:MANAGE_CHANNELS'],
    emits: ['CHANNELS_PRIORITY_UPDATED'],
    certainty: { method: 'observed', path: 'observed' },
    source: ['client:ts', 'client:py', 'client:py2', 'console'],
  },
  setTeamCategoryPriority: {
    name: "Set a team's category priority",
    method: 'POST',
    path: '/teams/{teamId}/categories-priority',
    repeatable: true,
    body: resource({ categories: observed(z.array(CategoryId), 'client:ts', 'client:py', 'client:py2', 'console') }),
    answer: resource({}),
    needs: ['team:MANAGE_CHANNELS'],
    emits: ['CATEGORIES_PRIORITY_UPDATED'],
    certainty: { method: 'observed', path: 'observed' },
    source: ['client:ts', 'client:py', 'client:py2', 'console'],
  },
  listCategories: {
    name: 'List categories of a team',
    method: 'GET',
    path: '/teams/{teamId}/categories',
    answer: resource({ categories: observed(list(Category), 'client:teamlify') }),
    extra: {
      standing: 'experimental',
      note: 'one client only, which errs about other paths; the list of channels carries the categories too',
    },
    certainty: { method: 'inferred', path: 'inferred' },
    source: ['client:teamlify'],
  },
});
