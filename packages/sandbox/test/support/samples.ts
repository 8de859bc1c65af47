import type { OperationId } from '@botwright/protocol';
import type { Sandbox } from '../../src/index.js';
import { type Caller, type CallInput, callersOf, control } from './callers.js';

/** A sandbox in which an operation is about to be called. */
export interface Scene {
  readonly sandbox: Sandbox;
  readonly description: Sandbox['description'];
  /** The owner of the team, who may do anything. */
  readonly ada: Caller;
  /** Who made the thing that the call is about, where that makes a difference. */
  readonly author: Caller;
}

export function sceneOf(sandbox: Sandbox, author: keyof ReturnType<typeof callersOf> = 'ada'): Scene {
  const callers = callersOf(sandbox);
  return { sandbox, description: sandbox.description, ada: callers.ada, author: callers[author] };
}

type Sample = (scene: Scene) => CallInput | Promise<CallInput>;

/** A part of an answer, of which a sample needs the id. */
async function made(caller: Caller, id: OperationId, member: string, input: CallInput): Promise<string> {
  const { status, body } = await caller.call(id, input);
  const resource = body[member] as { readonly id: string } | undefined;
  if (status !== 200 || resource === undefined) throw new Error(`${id} answered ${status} ${JSON.stringify(body)}`);
  return resource.id;
}

const inTeam = ({ description }: Scene) => ({ teamId: description.team.id });

const inChannel = ({ description }: Scene, name: keyof Sandbox['description']['channels']) => ({
  channelId: description.channels[name],
});

const toUser = ({ description }: Scene, name: keyof Sandbox['description']['people']) => ({
  userId: description.people[name].id,
});

function newRole(scene: Scene, body: object = {}): Promise<string> {
  return made(scene.ada, 'createRole', 'role', { params: inTeam(scene), body });
}

function newCategory(scene: Scene): Promise<string> {
  return made(scene.ada, 'createCategory', 'category', { params: inTeam(scene), body: { name: 'corner' } });
}

async function ownMessage(scene: Scene) {
  const place = inChannel(scene, 'general');
  const body = { content: 'hello' };
  const messageId = await made(scene.author, 'createChannelMessage', 'message', { params: place, body });
  return { ...place, messageId };
}

async function toReaction(scene: Scene, by?: Caller) {
  const params = { ...(await ownMessage(scene)), emojiId: '👍' };
  await by?.call('reactToMessage', { params });
  return { params };
}

async function todo(scene: Scene) {
  const place = inChannel(scene, 'to-do');
  const body = { content: 'buy tea' };
  return { ...place, todoId: await made(scene.ada, 'createTodoItem', 'todo', { params: place, body }) };
}

function png(): Blob {
  return new Blob([Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)], { type: 'image/png' });
}

function form(parts: Record<string, string | Blob>): FormData {
  const data = new FormData();
  for (const [name, value] of Object.entries(parts)) data.append(name, value);
  return data;
}

async function customReaction(scene: Scene) {
  const params = inTeam(scene);
  const body = form({ name: 'tea', emoji: png() });
  return { ...params, reactionId: await made(scene.ada, 'createCustomReaction', 'emoji', { params, form: body }) };
}

async function application(scene: Scene) {
  const { body } = await control(scene.sandbox, 'POST', '/applications', { username: 'newcomer', answers: [] });
  return { ...inTeam(scene), applicationId: body['id'] as string };
}

const inLounge = (scene: Scene) => ({ ...inTeam(scene), ...inChannel(scene, 'lounge') });

async function withDeeInLounge(scene: Scene) {
  await callersOf(scene.sandbox).dee.call('getVoiceCredentials', { params: inLounge(scene) });
  return inLounge(scene);
}

const webhook = ({ description }: Scene) => ({
  webhookId: description.webhooks.general.id,
  webhookToken: description.webhooks.general.token,
});

/** A call of every operation that the owner of the default world may make: what it needs is made first. */
export const samples: Readonly<Record<OperationId, Sample>> = {
  getTeamChannels: (scene) => ({ params: inTeam(scene) }),
  getChannelById: (scene) => ({ params: { ...inTeam(scene), ...inChannel(scene, 'general') } }),
  createTeamChannel: (scene) => ({ params: inTeam(scene), body: { name: 'new', type: 'text' } }),
  updateTeamChannel: (scene) => ({
    params: { ...inTeam(scene), ...inChannel(scene, 'random') },
    body: { name: 'renamed' },
  }),
  deleteTeamChannel: (scene) => ({ params: { ...inTeam(scene), ...inChannel(scene, 'random') } }),
  duplicateChannel: (scene) => ({ params: { ...inTeam(scene), ...inChannel(scene, 'random') } }),
  updateChannelPriorities: (scene) => ({
    params: inTeam(scene),
    body: { channels: [{ id: scene.description.channels.random, priority: 0 }] },
  }),
  updateChannelRolePermissions: async (scene) => ({
    params: { ...inTeam(scene), ...inChannel(scene, 'random'), roleId: await newRole(scene) },
    body: { allow: 1, deny: 2 },
  }),

  createChannelMessage: (scene) => ({ params: inChannel(scene, 'general'), body: { content: 'hello' } }),
  getChannelMessages: (scene) => ({ params: inChannel(scene, 'general') }),
  getChannelMessageById: async (scene) => ({ params: await ownMessage(scene) }),
  updateChannelMessage: async (scene) => ({ params: await ownMessage(scene), body: { content: 'changed' } }),
  deleteChannelMessage: async (scene) => ({ params: await ownMessage(scene) }),
  reactToMessage: (scene) => toReaction(scene),
  deleteReactionFromMessage: (scene) => toReaction(scene, scene.ada),

  getTeam: (scene) => ({ params: inTeam(scene) }),
  listTeams: () => ({}),
  getMember: (scene) => ({ params: { ...inTeam(scene), ...toUser(scene, 'cy') } }),
  listMembers: (scene) => ({ params: inTeam(scene) }),
  kickMember: (scene) => ({ params: { ...inTeam(scene), ...toUser(scene, 'dee') } }),
  getBannedUsers: (scene) => ({ params: inTeam(scene) }),
  banUser: (scene) => ({ params: { ...inTeam(scene), ...toUser(scene, 'dee') }, body: { reason: 'spam' } }),
  unbanUser: async (scene) => {
    const params = { ...inTeam(scene), ...toUser(scene, 'dee') };
    await scene.ada.call('banUser', { params, body: {} });
    return { params };
  },
  updateTeam: (scene) => ({ params: inTeam(scene), body: { name: 'Kitchen' } }),
  addRoleToMember: async (scene) => ({
    params: { ...inTeam(scene), ...toUser(scene, 'dee'), roleId: await newRole(scene) },
  }),
  removeRoleFromMember: async (scene) => {
    const params = { ...inTeam(scene), ...toUser(scene, 'dee'), roleId: await newRole(scene) };
    await scene.ada.call('addRoleToMember', { params });
    return { params };
  },
  // The owner cannot leave; whoever calls this for her is told so.
  leaveTeam: (scene) => ({ body: { id: scene.description.team.id } }),
  getAuditLogs: (scene) => ({ params: inTeam(scene) }),

  getTeamRoles: (scene) => ({ params: inTeam(scene) }),
  createRole: (scene) => ({ params: inTeam(scene), body: { name: 'cook' } }),
  updateRole: async (scene) => ({ params: { ...inTeam(scene), roleId: await newRole(scene) }, body: { name: 'chef' } }),
  deleteRole: async (scene) => ({ params: { ...inTeam(scene), roleId: await newRole(scene) } }),
  cloneRole: async (scene) => ({ params: { ...inTeam(scene), roleId: await newRole(scene) } }),
  updateRolePriorities: async (scene) => ({ params: inTeam(scene), body: [] }),

  getUserById: (scene) => ({ params: toUser(scene, 'cy') }),
  getLoggedInUser: () => ({}),
  setCustomStatus: () => ({ body: { content: 'busy', emojiId: '☕' } }),
  deleteCustomStatus: () => ({}),

  getTodoItems: (scene) => ({ params: inChannel(scene, 'to-do') }),
  createTodoItem: (scene) => ({ params: inChannel(scene, 'to-do'), body: { content: 'buy tea' } }),
  updateTodoItem: async (scene) => ({ params: await todo(scene), body: { content: 'buy coffee' } }),
  deleteTodoItem: async (scene) => ({ params: await todo(scene) }),
  cloneTodoItem: async (scene) => ({ params: await todo(scene) }),

  createDirectMessage: (scene) => ({ body: { users: [{ id: scene.description.people.dee.id }] } }),
  listDirectMessages: () => ({}),

  getApplicationSubmissions: (scene) => ({ params: inTeam(scene) }),
  getApplicationById: async (scene) => ({ params: await application(scene) }),
  updateApplicationStatus: async (scene) => ({ params: await application(scene), body: { status: 'accepted' } }),
  updateTeamApplicationStatus: (scene) => ({ params: inTeam(scene), body: { enable: false } }),
  updateTeamApplicationQuestions: (scene) => ({
    params: inTeam(scene),
    body: { description: 'Who are you?', questions: [{ question: 'Tea?', type: 'text' }] },
  }),

  getCustomReactions: (scene) => ({ params: inTeam(scene) }),
  createCustomReaction: (scene) => ({ params: inTeam(scene), form: form({ name: 'tea', emoji: png() }) }),
  updateCustomReaction: async (scene) => ({ params: await customReaction(scene), body: { name: 'coffee' } }),
  deleteCustomReaction: async (scene) => ({ params: await customReaction(scene) }),

  uploadAttachment: () => ({ form: form({ image: png(), type: 'attachment' }) }),

  getVoiceCredentials: (scene) => ({ params: inLounge(scene) }),
  updateVoiceMetadata: async (scene) => {
    await scene.author.call('getVoiceCredentials', { params: inLounge(scene) });
    return { params: inLounge(scene), body: { isMuted: true, isDeafened: false } };
  },
  leaveVoiceChannel: async (scene) => {
    await scene.author.call('getVoiceCredentials', { params: inLounge(scene) });
    return { params: inLounge(scene) };
  },
  moveMember: async (scene) => {
    const { channelId: fromChannelId, teamId } = await withDeeInLounge(scene);
    const body = { name: 'studio', type: 'voice' };
    const channelId = await made(scene.ada, 'createTeamChannel', 'channel', { params: { teamId }, body });
    return { params: { teamId, channelId }, body: { ...toUser(scene, 'dee'), fromChannelId } };
  },
  disconnectMember: async (scene) => ({ params: { ...(await withDeeInLounge(scene)), ...toUser(scene, 'dee') } }),

  createMessageWithWebhook: (scene) => ({ params: webhook(scene), body: { content: 'deployed' } }),
  webhookForGithub: (scene) => ({ params: webhook(scene), body: { zen: 'Keep it logically awesome.' } }),

  getBlogPosts: (scene) => ({ params: inTeam(scene) }),
  createBlogPost: (scene) => ({ params: inTeam(scene), body: { title: 'News', content: 'None.' } }),
  deleteBlogPost: async (scene) => {
    const params = inTeam(scene);
    const body = { title: 'News', content: 'None.' };
    return { params: { ...params, blogId: await made(scene.ada, 'createBlogPost', 'blog', { params, body }) } };
  },

  createCategory: (scene) => ({ params: inTeam(scene), body: { name: 'corner' } }),
  updateCategory: async (scene) => ({
    params: { ...inTeam(scene), categoryId: await newCategory(scene) },
    body: { name: 'nook' },
  }),
  updateCategoryRolePermissions: async (scene) => ({
    params: { ...inTeam(scene), categoryId: await newCategory(scene), roleId: await newRole(scene) },
    body: { allow: 1, deny: 2 },
  }),
  deleteCategory: async (scene) => ({ params: { ...inTeam(scene), categoryId: await newCategory(scene) } }),
  addChannelToCategory: async (scene) => ({
    params: { ...inTeam(scene), ...inChannel(scene, 'random'), categoryId: await newCategory(scene) },
  }),
  removeChannelFromCategory: async (scene) => {
    const params = { ...inTeam(scene), ...inChannel(scene, 'random'), categoryId: await newCategory(scene) };
    await scene.ada.call('addChannelToCategory', { params });
    return { params };
  },
  setCategoryChannelPriority: async (scene) => {
    const params = { ...inTeam(scene), ...inChannel(scene, 'random'), categoryId: await newCategory(scene) };
    await scene.ada.call('addChannelToCategory', { params });
    return { params, body: { channels: [params.channelId] } };
  },
  setTeamCategoryPriority: async (scene) => ({
    params: inTeam(scene),
    body: { categories: [await newCategory(scene)] },
  }),
  listCategories: (scene) => ({ params: inTeam(scene) }),

  getAnnouncements: (scene) => ({ params: inChannel(scene, 'announcements') }),
  createAnnouncement: (scene) => ({
    params: inChannel(scene, 'announcements'),
    body: { title: 'Open day', content: 'On Sunday.' },
  }),
  deleteAnnouncement: async (scene) => {
    const place = inChannel(scene, 'announcements');
    const body = { title: 'Open day', content: 'On Sunday.' };
    const announcementId = await made(scene.ada, 'createAnnouncement', 'announcement', { params: place, body });
    return { params: { ...inTeam(scene), ...place, announcementId } };
  },
};
