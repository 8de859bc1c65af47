import { expectTypeOf, test } from 'vitest';
import type {
  AnswerOf,
  BodyOf,
  EmojiId,
  MemberPath,
  Operations,
  ParametersOf,
  PartsOf,
  QueryOf,
  RoleId,
  TeamId,
  TodoItem,
  UserId,
} from '../../src/index.js';
import { limits, memberLimits, operations, TodoItem as TodoItemSchema } from '../../src/index.js';

test('a body that is read in several shapes is written in one', () => {
  expectTypeOf<BodyOf<Operations['updateRolePriorities']>>().toEqualTypeOf<RoleId[]>();
  expectTypeOf<BodyOf<Operations['updateTeamApplicationStatus']>['enable']>().toEqualTypeOf<boolean>();
  expectTypeOf<BodyOf<Operations['updateApplicationStatus']>['status']>().toEqualTypeOf<'accepted' | 'rejected'>();
  expectTypeOf<BodyOf<Operations['createDirectMessage']>['users'][number]['id']>().toEqualTypeOf<UserId>();
});

test('a member with a value of its own may be left out', () => {
  expectTypeOf<{ allow: number }>().toExtend<BodyOf<Operations['updateChannelRolePermissions']>>();
  expectTypeOf<{ name: string }>().toExtend<BodyOf<Operations['createTeamChannel']>>();
});

test('an operation without a body or parts takes none', () => {
  expectTypeOf<BodyOf<Operations['cloneRole']>>().toEqualTypeOf<undefined>();
  expectTypeOf<PartsOf<Operations['cloneRole']>>().toEqualTypeOf<undefined>();
});

test('parts are files and text', () => {
  expectTypeOf<PartsOf<Operations['uploadAttachment']>>().toExtend<{ readonly image: Blob; readonly type: string }>();
  expectTypeOf<{ image: Blob; type: string }>().toExtend<PartsOf<Operations['uploadAttachment']>>();
  expectTypeOf<{ image: Blob }>().not.toExtend<PartsOf<Operations['uploadAttachment']>>();
});

test('a parameter of the path has the kind of its id', () => {
  expectTypeOf<ParametersOf<Operations['deleteCustomReaction']>>().toEqualTypeOf<{
    readonly teamId: TeamId;
    readonly reactionId: EmojiId;
  }>();
});

test('numbers and flags of a query are that', () => {
  expectTypeOf<QueryOf<Operations['getChannelMessages']>['limit']>().toEqualTypeOf<number | undefined>();
  expectTypeOf<QueryOf<Operations['getVoiceCredentials']>['isMuted']>().toEqualTypeOf<boolean | undefined>();
});

test('an answer that is read in several shapes comes in one', () => {
  expectTypeOf<AnswerOf<Operations['getTodoItems']>['todos']>().toEqualTypeOf<TodoItem[]>();
  expectTypeOf<AnswerOf<Operations['getAnnouncements']>['announcements'][number]['title']>().toEqualTypeOf<string>();
});

test('what the records leave out is known to the compiler', () => {
  expectTypeOf(operations.createRole.auth).toEqualTypeOf<'bot'>();
  expectTypeOf(operations.webhookForGithub.auth).toEqualTypeOf<'webhook'>();
  expectTypeOf(operations.createRole.inSpecification).toEqualTypeOf<true>();
  expectTypeOf(operations.listTeams.inSpecification).toEqualTypeOf<false>();
});

test('a limit is laid on members that exist', () => {
  expectTypeOf<'embeds[].title'>().toExtend<MemberPath<{ embeds?: { title: string }[] | null }>>();
  // @ts-expect-error a to-do item has no title
  memberLimits(TodoItemSchema, { title: limits.todoContentLength });
});
