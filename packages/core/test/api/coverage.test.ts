import {
  answerMembers,
  apiPrefix,
  type BodyOf,
  type Operation,
  type OperationId,
  type Operations,
  operations,
  type ParametersOf,
  pathParameterNames,
  type QueryOf,
} from '@botwright/protocol';
import fc, { type Arbitrary } from 'fast-check';
import { describe, expect, test } from 'vitest';
import { arbitraryOf } from '../../../protocol/test/support/arbitrary.js';
import { type Client, coverage, WebhookClient } from '../../src/index.js';
import { clientOf, token } from '../support/client.js';
import { formOf } from '../support/form.js';
import { type ReceivedRequest, Service } from '../support/service.js';

type Api = Client['api'];
interface Given<Op extends Operation> {
  readonly params: ParametersOf<Op>;
  readonly query: NonNullable<QueryOf<Op>>;
  readonly body: BodyOf<Op>;
}
type Calls = { [Id in OperationId]: (api: Api, given: Given<Operations[Id]>, url: string) => Promise<unknown> };

const allowMentions = { users: true, everyone: true } as const;
const png = new Blob(['pixels'], { type: 'image/png' });

async function throughWebhook<Result>(
  { webhookId, webhookToken }: { readonly webhookId: string; readonly webhookToken: string },
  baseUrl: string,
  call: (webhook: WebhookClient) => Promise<Result>,
): Promise<Result> {
  await using webhook = new WebhookClient({ id: webhookId, token: webhookToken, baseUrl });
  return await call(webhook);
}

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

/** Where a method sends another body than the one whose members it was given. */
const sentBodies: { readonly [Id in OperationId]?: (body: BodyOf<Operations[Id]>) => unknown } = {
  banUser: ({ reason }) => ({ reason: reason ?? undefined }),
  updateTodoItem: ({ content = 'tea' }) => ({ content }),
  createAnnouncement: ({ tagEveryone = false, ...draft }) => ({ ...draft, tagEveryone }),
};

const parameter = fc.string({ minLength: 1, maxLength: 16 }).filter((text) => text !== '.' && text !== '..');

function parametersOf({ path }: Operation): Arbitrary<Record<string, string>> {
  const members = Object.fromEntries(pathParameterNames(path).map((name) => [name, parameter]));
  return fc.record(members, { noNullPrototype: true });
}

function bodyOf({ body: schema }: Operation): Arbitrary<unknown> {
  if (!schema) return fc.constant(undefined);
  return arbitraryOf(schema).filter((body) => schema.safeParse(body).success);
}

/** Without the members that the generator adds to show that unknown ones survive: methods with plain arguments take none. */
function withoutStrangers(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutStrangers);
  if (typeof value !== 'object' || value === null) return value;
  const known = Object.entries(value).filter(([name]) => name !== 'futureMember' && name !== 'another');
  return Object.fromEntries(known.map(([name, member]) => [name, withoutStrangers(member)]));
}

/** As JSON carries it. */
function carried(value: unknown): unknown {
  return value === undefined ? undefined : JSON.parse(JSON.stringify(value));
}

function expectedPath({ path }: Operation, params: Readonly<Record<string, string>>): string {
  return apiPrefix + path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
}

function expectHead(request: ReceivedRequest | undefined, operation: Operation, params: Record<string, string>): void {
  const { pathname } = new URL(request?.path ?? '', 'http://service');
  expect([request?.method, pathname]).toEqual([operation.method, expectedPath(operation, params)]);
  expect(request?.headers.authorization).toBe(operation.auth === 'bot' ? `Bot ${token}` : undefined);
  const type = operation.multipart ? /^multipart\/form-data; boundary=\S+$/ : /^application\/json$/;
  expect(request?.headers['content-type']).toMatch(type);
}

async function expectContent(request: ReceivedRequest, operation: Operation, query: unknown, body: unknown) {
  const received = Object.fromEntries(new URL(request.path, 'http://service').searchParams);
  if (operation.query) expect(operation.query.parse(received)).toEqual(operation.query.parse(query));
  else expect(received).toEqual({});
  if (operation.multipart) {
    expect([...(await formOf(request)).keys()].sort()).toEqual(Object.keys(operation.multipart.parts).sort());
  } else {
    expect(request.body === '' ? undefined : JSON.parse(request.body)).toEqual(carried(body));
  }
}

type Answer = Readonly<Record<string, unknown>>;

/** Where a method gives something else than the one member of the answer. */
const results: { readonly [Id in OperationId]?: (answer: Answer) => unknown } = {
  getTeamChannels: ({ channels, categories }) => ({ channels, categories }),
  getChannelMessages: ({ messages }) => messages,
  getBlogPosts: ({ blogs }) => blogs,
  getAuditLogs: (answer) => answer,
  updateVoiceMetadata: () => undefined,
  updateTeamApplicationQuestions: () => undefined,
  uploadAttachment: ({ url }) => ({ url, name: 'file', fileSizeBytes: png.size }),
};

function expectedResult(id: OperationId, answer: Answer): unknown {
  const [member] = answerMembers(operations[id]);
  const choose = results[id] ?? ((whole: Answer) => (member === undefined ? undefined : whole[member]));
  return choose(carried(answer) as Answer);
}

const ids = Object.keys(operations) as OperationId[];

describe('the method of', () => {
  test.each(ids)('%s sends what the contract says, and gives what the answer holds', async (id) => {
    await using service = await Service.start();
    await using client = clientOf(service, { validate: 'full' });
    const operation: Operation = operations[id];
    const queries = operation.query ? arbitraryOf(operation.query) : fc.constant({});
    const answers = arbitraryOf(operation.answer) as Arbitrary<Answer>;
    const property = fc.asyncProperty(
      fc.record({ params: parametersOf(operation), query: queries, body: bodyOf(operation), answer: answers }),
      async ({ params, query, body, answer }) => {
        service.requests.length = 0;
        service.respond = () => ({ body: answer });
        const given = { params, query: withoutStrangers(query), body: withoutStrangers(body) };
        const call = calls[id] as (api: Api, given: unknown, url: string) => Promise<unknown>;
        const result = await call(client.api, given, service.url);
        expect(service.requests).toHaveLength(1);
        const [request] = service.requests as [ReceivedRequest];
        expectHead(request, operation, params);
        const sent = sentBodies[id] as ((body: unknown) => unknown) | undefined;
        await expectContent(request, operation, given.query, sent ? sent(given.body) : given.body);
        expect(result).toEqual(expectedResult(id, answer));
      },
    );
    await fc.assert(property, { numRuns: 10 });
  });

  test('each operation is there', async () => {
    await using client = clientOf({ url: 'http://127.0.0.1:1' });
    for (const method of Object.values(coverage)) {
      const [resource, name] = method.split('.') as [keyof Api | 'WebhookClient', string];
      const owner = resource === 'WebhookClient' ? WebhookClient.prototype : client.api[resource];
      expect(owner).toHaveProperty(name, expect.any(Function));
    }
  });
});

describe('a body that the contract allows', () => {
  const withBody = ids.filter((id) => (operations[id] as Operation).body);
  test.each(withBody)('arrives as it was given: %s', async (id) => {
    await using service = await Service.start();
    await using client = clientOf(service, { validate: 'full' });
    // Whatever the answer is, the body has arrived.
    service.respond = () => ({ status: 400 });
    const operation: Operation = operations[id];
    const property = fc.asyncProperty(parametersOf(operation), bodyOf(operation), async (params, body) => {
      service.requests.length = 0;
      await Promise.allSettled([client.rest.call(operation, { params, body } as never)]);
      expect(service.requests.map((request) => JSON.parse(request.body))).toEqual([carried(body)]);
    });
    await fc.assert(property, { numRuns: 20 });
  });
});
