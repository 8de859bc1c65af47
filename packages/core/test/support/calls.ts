import type { BodyOf, Operation, OperationId, Operations, ParametersOf, QueryOf } from '@botwright/protocol';
import { type Client, WebhookClient } from '../../src/index.js';

type Api = Client['api'];

interface Given<Op extends Operation> {
  readonly params: ParametersOf<Op>;
  readonly query: NonNullable<QueryOf<Op>>;
  readonly body: BodyOf<Op>;
}
type Calls = { [Id in OperationId]: (api: Api, given: Given<Operations[Id]>, url: string) => Promise<unknown> };

const allowMentions = { users: true, everyone: true } as const;
export const png = new Blob(['pixels'], { type: 'image/png' });

async function throughWebhook<Result>(
  { webhookId, webhookToken }: { readonly webhookId: string; readonly webhookToken: string },
  baseUrl: string,
  call: (webhook: WebhookClient) => Promise<Result>,
): Promise<Result> {
  await using webhook = new WebhookClient({ id: webhookId, token: webhookToken, baseUrl });
  return await call(webhook);
}

/** Every operation, called by the method that stands for it. */
const calls: Calls = {
  getTeamChannels: (api, { params: p }) => api.channels.list(p.teamId),
  getChannelById: (api, { params: p }) => api.channels.get(p.teamId, p.channelId),
  createTeamChannel: (api, { params: p, body }) => api.channels.create(p.teamId, body),
  updateTeamChannel: (api, { params: p, body }) => api.channels.update(p.teamId, p.channelId, body),
  deleteTeamChannel: (api, { params: p }) => api.channels.delete(p.teamId, p.channelId),
  duplicateChannel: (api, { params: p }) => api.channels.duplicate(p.teamId, p.channelId),
  updateChannelPriorities: (api, { params: p, body }) => api.channels.setPriorities(p.teamId, body.channels),
  updateChannelRolePermissions: (api, { params: p, body }) =>
    api.channels.setRolePermissions(p.teamId, p.channelId, p.roleId, body),
  createChannelMessage: (api, { params: p, body }) => api.messages.create(p.channelId, body, { allowMentions }),
  getChannelMessages: (api, { params: p, query }) => api.messages.list(p.channelId, query),
  getChannelMessageById: (api, { params: p }) => api.messages.get(p.channelId, p.messageId),
  updateChannelMessage: (api, { params: p, body }) =>
    api.messages.edit(p.channelId, p.messageId, body, { allowMentions }),
  deleteChannelMessage: (api, { params: p }) => api.messages.delete(p.channelId, p.messageId),
  reactToMessage: (api, { params: p }) => api.messages.react(p.channelId, p.messageId, p.emojiId),
  deleteReactionFromMessage: (api, { params: p }) => api.messages.unreact(p.channelId, p.messageId, p.emojiId),
  getTeam: (api, { params: p }) => api.teams.get(p.teamId),
  listTeams: (api) => api.teams.list(),
  updateTeam: (api, { params: p, body }) => api.teams.update(p.teamId, body),
  leaveTeam: (api, { body }) => api.teams.leave(body.id),
  getAuditLogs: (api, { params: p, query }) => api.teams.auditLog(p.teamId, query),
  getMember: (api, { params: p }) => api.members.get(p.teamId, p.userId),
  listMembers: (api, { params: p }) => api.members.list(p.teamId),
  kickMember: (api, { params: p }) => api.members.kick(p.teamId, p.userId),
  getBannedUsers: (api, { params: p, query }) => api.members.bans(p.teamId, query),
  banUser: (api, { params: p, body }) => api.members.ban(p.teamId, p.userId, { reason: body.reason ?? undefined }),
  unbanUser: (api, { params: p }) => api.members.unban(p.teamId, p.userId),
  addRoleToMember: (api, { params: p }) => api.members.addRole(p.teamId, p.userId, p.roleId),
  removeRoleFromMember: (api, { params: p }) => api.members.removeRole(p.teamId, p.userId, p.roleId),
  getTeamRoles: (api, { params: p }) => api.roles.list(p.teamId),
  createRole: (api, { params: p, body }) => api.roles.create(p.teamId, body),
  updateRole: (api, { params: p, body }) => api.roles.update(p.teamId, p.roleId, body),
  deleteRole: (api, { params: p }) => api.roles.delete(p.teamId, p.roleId),
  cloneRole: (api, { params: p }) => api.roles.clone(p.teamId, p.roleId),
  updateRolePriorities: (api, { params: p, body }) => api.roles.setPriorities(p.teamId, body),
  getUserById: (api, { params: p }) => api.users.get(p.userId),
  getLoggedInUser: (api) => api.users.me(),
  setCustomStatus: (api, { body }) => api.users.setStatus(body),
  deleteCustomStatus: (api) => api.users.clearStatus(),
  getTodoItems: (api, { params: p }) => api.todos.list(p.channelId),
  createTodoItem: (api, { params: p, body }) => api.todos.add(p.channelId, body.content),
  updateTodoItem: (api, { params: p, body }) => api.todos.edit(p.channelId, p.todoId, body.content ?? 'tea'),
  deleteTodoItem: (api, { params: p }) => api.todos.delete(p.channelId, p.todoId),
  cloneTodoItem: (api, { params: p }) => api.todos.clone(p.channelId, p.todoId),
  createDirectMessage: (api, { body }) => api.directMessages.open(body.users.map(({ id }) => id)),
  listDirectMessages: (api) => api.directMessages.list(),
  getApplicationSubmissions: (api, { params: p }) => api.applications.list(p.teamId),
  getApplicationById: (api, { params: p }) => api.applications.get(p.teamId, p.applicationId),
  updateApplicationStatus: (api, { params: p, body }) =>
    api.applications.decide(p.teamId, p.applicationId, body.status),
  updateTeamApplicationStatus: (api, { params: p, body }) => api.applications.setOpen(p.teamId, body.enable),
  updateTeamApplicationQuestions: (api, { params: p, body }) => api.applications.setForm(p.teamId, body),
  getCustomReactions: (api, { params: p }) => api.reactions.list(p.teamId),
  createCustomReaction: (api, { params: p }) => api.reactions.create(p.teamId, { name: 'tea', image: png }),
  updateCustomReaction: (api, { params: p, body }) => api.reactions.rename(p.teamId, p.reactionId, body.name),
  deleteCustomReaction: (api, { params: p }) => api.reactions.delete(p.teamId, p.reactionId),
  uploadAttachment: (api) => api.attachments.upload(png),
  getVoiceCredentials: (api, { params: p, query }) => api.voice.join(p.teamId, p.channelId, query),
  updateVoiceMetadata: (api, { params: p, body }) => api.voice.update(p.teamId, p.channelId, body),
  leaveVoiceChannel: (api, { params: p }) => api.voice.leave(p.teamId, p.channelId),
  moveMember: (api, { params: p, body }) => api.voice.move(p.teamId, p.channelId, body.userId, body.fromChannelId),
  disconnectMember: (api, { params: p }) => api.voice.disconnect(p.teamId, p.channelId, p.userId),
  createMessageWithWebhook: (_api, { params, body }, url) =>
    throughWebhook(params, url, (webhook) => webhook.execute(body, { allowMentions })),
  webhookForGithub: (_api, { params, body }, url) =>
    throughWebhook(params, url, (webhook) => webhook.github('push', body, 'd1', { allowMentions })),
  getBlogPosts: (api, { params: p }) => api.blogs.list(p.teamId),
  createBlogPost: (api, { params: p, body }) => api.blogs.create(p.teamId, body),
  deleteBlogPost: (api, { params: p }) => api.blogs.delete(p.teamId, p.blogId),
  createCategory: (api, { params: p, body }) => api.categories.create(p.teamId, body),
  updateCategory: (api, { params: p, body }) => api.categories.update(p.teamId, p.categoryId, body),
  updateCategoryRolePermissions: (api, { params: p, body }) =>
    api.categories.setRolePermissions(p.teamId, p.categoryId, p.roleId, body),
  deleteCategory: (api, { params: p }) => api.categories.delete(p.teamId, p.categoryId),
  addChannelToCategory: (api, { params: p }) => api.categories.addChannel(p.teamId, p.categoryId, p.channelId),
  removeChannelFromCategory: (api, { params: p }) => api.categories.removeChannel(p.teamId, p.categoryId, p.channelId),
  setCategoryChannelPriority: (api, { params: p, body }) =>
    api.categories.setChannelPriorities(p.teamId, p.categoryId, body.channels),
  setTeamCategoryPriority: (api, { params: p, body }) => api.categories.setPriorities(p.teamId, body.categories),
  listCategories: (api, { params: p }) => api.categories.list(p.teamId),
  getAnnouncements: (api, { params: p }) => api.announcements.list(p.channelId),
  createAnnouncement: (api, { params: p, body: { tagEveryone, ...draft } }) =>
    api.announcements.create(p.channelId, draft, { pingEveryone: tagEveryone, allowMentions }),
  deleteAnnouncement: (api, { params: p }) => api.announcements.delete(p.channelId, p.announcementId),
};

/** The call of an operation, for tests that go through all of them with input that the types cannot follow. */
export function callOf(id: OperationId): (api: Api, given: unknown, url: string) => Promise<unknown> {
  return calls[id] as (api: Api, given: unknown, url: string) => Promise<unknown>;
}
