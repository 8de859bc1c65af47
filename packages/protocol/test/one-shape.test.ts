import { describe, expect, test } from 'vitest';
import type { z } from 'zod';
import {
  Announcement,
  AttachmentInput,
  Ban,
  Channel,
  DirectMessage,
  type EventKind,
  events,
  Member,
  operations,
  User,
} from '../src/index.js';
import { eventExamples, exampleOf, exampleUser } from './support/fixtures.js';

/** Both readings, which ought to be one. */
function readings(schema: z.ZodType, [first, second]: readonly [unknown, unknown]): [unknown, unknown] {
  return [schema.parse(first), schema.parse(second)];
}

describe('a body in another shape is read as the one shape', () => {
  const { body: role } = operations.updateRolePriorities;
  const { body: channels } = operations.updateChannelPriorities;
  const { body: decision } = operations.updateApplicationStatus;
  const { body: application } = operations.updateTeamApplicationStatus;
  const { body: users } = operations.createDirectMessage;
  const channelOrder = [
    { id: 'a', priority: 0 },
    { id: 'b', priority: 1 },
  ];

  test.each<[string, z.ZodType, unknown, unknown]>([
    ['channel priorities as a bare list', channels, { channels: channelOrder }, channelOrder],
    ['channel priorities as ids', channels, { channels: channelOrder }, ['a', 'b']],
    ['channel priorities as ids in the object', channels, { channels: channelOrder }, { channels: ['a', 'b'] }],
    ['role priorities in an object', role, ['a', 'b'], { roles: ['a', 'b'] }],
    ['the word that is stored for a decision', decision, { status: 'accepted' }, { status: 'approved' }],
    ['the switch as `enabled`', application, { enable: true }, { enabled: true }],
    ['the switch as text', application, { enable: false }, { enabled: 'false' }],
    ['the switch as `status`', application, { enable: true }, { status: true }],
    ['the switch as `status` in text', application, { enable: true }, { status: 'true' }],
    ['people as ids', users, { users: [{ id: 'a' }] }, { users: ['a'] }],
    ['people as one object', users, { users: [{ id: 'a' }] }, { users: { id: 'a' } }],
    ['the channel name', operations.createTeamChannel.body, { name: 'tea' }, { channelName: 'tea' }],
    ['the category name', operations.createCategory.body, { name: 'tea' }, { content: 'tea' }],
    ['the changed category name', operations.updateCategory.body, { name: 'tea' }, { content: 'tea' }],
    ['the reaction name', operations.updateCustomReaction.body, { name: 'tea' }, { newName: 'tea' }],
    [
      'the attachments of a message',
      operations.createChannelMessage.body,
      { attachments: [{ url: 'https://cdn.example/a.png' }] },
      { attachment: [{ url: 'https://cdn.example/a.png' }] },
    ],
    [
      'the attachments of a webhook',
      operations.createMessageWithWebhook.body,
      { attachments: [{ url: 'https://cdn.example/a.png' }] },
      { attachment: [{ url: 'https://cdn.example/a.png' }] },
    ],
    [
      'the size of an attachment',
      AttachmentInput,
      { url: 'https://cdn.example/a.png', fileSizeBytes: 3 },
      { url: 'https://cdn.example/a.png', size: 3 },
    ],
    ['no bits to deny', operations.updateCategoryRolePermissions.body, { allow: 1, deny: 0 }, { allow: 1, deny: null }],
    ['no delivery at all', operations.webhookForGithub.body, {}, null],
    ['a flag in a query', operations.getVoiceCredentials.query, { isMuted: true }, { isMuted: 'true' }],
  ])('%s', (_what, schema, usual, other) => {
    const [first, second] = readings(schema, [usual, other]);
    expect(second).toEqual(first);
    expect(first).toMatchObject(usual as object);
  });

  test.each([
    ['a word for the switch that is neither', application, { status: 'perhaps' }],
    ['another decision', decision, { status: 'maybe' }],
    ['nobody to talk to', users, { users: [] }],
    ['no users', users, {}],
    ['role priorities without roles', role, {}],
    ['a message that says nothing', operations.createChannelMessage.body, { attachment: [] }],
  ])('but not %s', (_what, schema, wire) => {
    expect(schema.safeParse(wire).success).toBe(false);
  });
});

describe('an answer in another shape is read as the one shape', () => {
  const announcement = exampleOf('ANNOUNCEMENT_CREATED', 'announcement');

  test('announcements as a bare list', () => {
    const { answer } = operations.getAnnouncements;
    const [first, second] = readings(answer, [{ announcements: [announcement] }, [announcement]]);
    expect(second).toEqual(first);
    expect(first).toEqual({ announcements: [Announcement.parse(announcement)] });
  });

  test('an announcement as the whole answer', () => {
    const { answer } = operations.createAnnouncement;
    const [first, second] = readings(answer, [
      { success: true, announcement },
      { success: true, ...announcement },
    ]);
    expect(second).toEqual(first);
    expect(first).toEqual({ success: true, announcement: Announcement.parse(announcement) });
  });
});

describe('a resource in another shape is read as the one shape', () => {
  const channel = exampleOf('CHANNEL_CREATED', 'channel');
  const { message } = eventExamples['MESSAGE_SEND'] as { message: Record<string, unknown> };
  const member = exampleOf('USER_ROLE_ADDED', 'member');
  const conversation = { id: 'd', channelId: 'c', createdAt: '2025-08-01T10:15:30.250Z', lastMessage: message };
  const people = [exampleUser['id']];

  test.each<[string, z.ZodType, unknown, unknown]>([
    [
      'people in voice as ids',
      Channel,
      { ...channel, participants: [{ id: 'a' }] },
      { ...channel, participants: ['a'] },
    ],
    ['flags as a number', User, { ...exampleUser, flags: '4' }, { ...exampleUser, flags: 4 }],
    [
      'nothing being played',
      User,
      { ...exampleUser, userRPC: { type: null, name: null, id: null, startedAt: null } },
      { ...exampleUser, userRPC: {} },
    ],
    ['permissions of a member as text', Member, { ...member, permissions: 512 }, { ...member, permissions: '512' }],
    [
      'people of a conversation in full',
      DirectMessage,
      { ...conversation, users: people },
      { ...conversation, users: [exampleUser] },
    ],
    [
      'last messages as a list',
      DirectMessage,
      { ...conversation, users: people },
      { ...conversation, users: people, lastMessage: [message] },
    ],
    [
      'no last message',
      DirectMessage,
      { ...conversation, users: people, lastMessage: null },
      { ...conversation, users: people, lastMessage: [] },
    ],
    ['who was banned in full', Ban, { userId: exampleUser['id'] }, { user: exampleUser }],
  ])('%s', (_what, schema, usual, other) => {
    const [first, second] = readings(schema, [usual, other]);
    expect(second).toMatchObject(first as object);
  });

  test('a member without a team is read', () => {
    const { teamId: _teamId, ...homeless } = member;
    expect(Member.parse(homeless).teamId).toBeNull();
  });

  test('a badge of an unknown make costs nobody the user', () => {
    const { badges } = User.parse({ ...exampleUser, badges: [{ id: 'engineer', colour: 'red' }] });
    expect(badges).toEqual([{ id: 'engineer', name: null, icon: null, colour: 'red' }]);
  });
});

describe('an event in another shape is read as the one shape', () => {
  function renamed(kind: EventKind, from: string, to: string): [unknown, unknown] {
    const { [from]: value, [to]: _other, ...rest } = eventExamples[kind] as Record<string, unknown>;
    return [
      { ...rest, [from]: value },
      { ...rest, [to]: value },
    ];
  }

  test.each<[EventKind, string, string]>([
    ['USER_JOINED_TEAM', 'user', 'member'],
    ['USER_LEFT_TEAM', 'member', 'user'],
    ['USER_JOINED_VOICE_CHANNEL', 'user', 'member'],
    ['USER_LEFT_VOICE_CHANNEL', 'user', 'member'],
  ])('%s with its %s as %s', (kind, usual, other) => {
    const [first, second] = readings(events[kind], renamed(kind, usual, other));
    expect(second).toEqual(first);
    expect(first).toHaveProperty(`${usual}.id`, exampleUser['id']);
  });

  test('a typing person in full', () => {
    const place = { channelId: 'c', teamId: 't' };
    const [first, second] = readings(events.CHANNEL_TYPING, [
      { ...place, userId: exampleUser['id'] },
      { ...place, user: exampleUser },
    ]);
    expect(second).toMatchObject(first as object);
  });

  test('an application as the whole payload', () => {
    const { teamId, application } = eventExamples['APPLICATION_CREATED'] as { teamId: string; application: object };
    const [first, second] = readings(events.APPLICATION_CREATED, [
      { teamId, application },
      { teamId, ...application },
    ]);
    expect(second).toEqual(first);
  });

  test.each<EventKind>([
    'CHANNELS_PRIORITY_UPDATED',
    'MESSAGE_SEND',
    'MESSAGE_UPDATED',
    'MESSAGE_DELETED',
    'MESSAGE_REACTION_ADDED',
    'MESSAGE_REACTION_REMOVED',
    'USER_JOINED_VOICE_CHANNEL',
    'USER_LEFT_VOICE_CHANNEL',
    'USER_UPDATED_VOICE_METADATA',
    'BLOG_DELETED',
    'CATEGORIES_PRIORITY_UPDATED',
    'CATEGORY_DELETED',
  ])('%s without a team', (kind) => {
    const { teamId: _teamId, ...rest } = eventExamples[kind] as Record<string, unknown>;
    expect(events[kind].parse(rest)).toMatchObject({ teamId: null });
  });

  test.each<EventKind>(['BLOG_CREATED', 'CATEGORY_CREATED', 'CATEGORY_UPDATED'])(
    '%s without a team, where what it carries has one',
    (kind) => {
      const { teamId: _teamId, ...rest } = eventExamples[kind] as Record<string, unknown>;
      expect(events[kind].parse(rest)).toMatchObject({ teamId: '1122334455667788' });
    },
  );
});
