import {
  createCategory,
  deleteCategory,
  orderCategories,
  overwriteCategory,
  renameCategory,
} from '../changes/categories.js';
import { moveChannel, orderChannels } from '../changes/channels.js';
import { Refusal } from '../refusal.js';
import { byPriority, channelsOf } from '../world/channels.js';
import { type AnyCall, endpoints } from './endpoint.js';
import { completeOrder } from './order.js';
import { reachCategory, reachRole, reachTeam, reachTeamByRight, reachTeamChannel } from './reach.js';

interface CategoryPath {
  readonly teamId: string;
  readonly categoryId: string;
}

export const categoryEndpoints = endpoints({
  listCategories(call) {
    return { categories: [...reachTeam(call, call.params.teamId).categories.values()] };
  },

  createCategory(call) {
    const { teamId } = call.params;
    reachTeamByRight(call, teamId);
    return { category: call.apply(createCategory(teamId, call.caller.id, call.body.name)) };
  },

  updateCategory(call) {
    const { category } = reachManaged(call, call.params);
    return { category: call.apply(renameCategory(category, call.body.name)) };
  },

  updateCategoryRolePermissions(call) {
    const { team, category } = reachManaged(call, call.params);
    const role = reachRole(team, call.params.roleId);
    return { category: call.apply(overwriteCategory(category, role.id, call.body)) };
  },

  deleteCategory(call) {
    call.apply(deleteCategory(reachManaged(call, call.params).category));
    return {};
  },

  addChannelToCategory(call) {
    const { category } = reachManaged(call, call.params);
    const { channel } = reachTeamChannel(call, call.params);
    if (channel.parentId === category.id) return { channel };
    return { channel: call.apply(moveChannel(channel, category.id)) };
  },

  removeChannelFromCategory(call) {
    const { category } = reachManaged(call, call.params);
    const { channel } = reachTeamChannel(call, call.params);
    if (channel.parentId !== category.id) throw Refusal.unknown('channel', channel.id);
    return { channel: call.apply(moveChannel(channel, null)) };
  },

  setCategoryChannelPriority(call) {
    const { category } = reachManaged(call, call.params);
    const { teamId, id } = category;
    const current = channelsOf(call.world, teamId).filter(({ parentId }) => parentId === id);
    const order = completeOrder(call.body.channels, byPriority(current), 'channel');
    const priorities = new Map(order.map((channelId, priority) => [channelId, priority]));
    return { channels: call.apply(orderChannels(teamId, priorities, id)) };
  },

  setTeamCategoryPriority(call) {
    const { teamId } = call.params;
    const team = reachTeamByRight(call, teamId);
    const current = byPriority([...team.categories.values()]);
    const order = completeOrder(call.body.categories, current, 'category');
    return { categories: call.apply(orderCategories(teamId, order)) };
  },
});

/** A category that the caller may change. */
function reachManaged(call: AnyCall, { teamId, categoryId }: CategoryPath) {
  const team = reachTeamByRight(call, teamId);
  return { team, category: reachCategory(team, categoryId) };
}
