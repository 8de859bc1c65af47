import { describe, expect, test } from 'vitest';
import {
  Announcement,
  Channel,
  clientFrames,
  closeCodes,
  defaultTeamPermissions,
  type EventKind,
  events,
  operations,
  Role,
  teamPermissionBits,
  User,
} from '../src/index.js';
import { eventExamples, readRecorded, recordedNames } from './support/fixtures.js';
import { type Fill, valueOfShape } from './support/shape.js';

interface RecordedEvent {
  readonly t: EventKind;
  readonly channelType?: string;
  readonly d: { readonly channel?: Record<string, unknown> };
}

const fills: readonly Fill[] = ['full', 'sparse'];

describe.each(fills)('a recorded shape, %s', (fill) => {
  test.each(recordedNames('event-channel-'))('%s is read', (name) => {
    const { t: kind, d } = readRecorded<RecordedEvent>(name);
    const payload = valueOfShape(d, fill) as RecordedEvent['d'];
    const read = events[kind].parse(payload) as { channel?: Channel };
    expect(read.channel?.createdBy).toBe(payload.channel && '0f1e2d3c4b5a6978');
    expect(read.channel?.permissions).toEqual(payload.channel && { role: {} });
  });

  test('the message of the documentation is read', () => {
    const answer = valueOfShape(readRecorded('docs-get-channel-message-response-members'), fill) as {
      message: Record<string, unknown>;
    };
    const moments = { createdAt: '2025-08-01T10:15:30.250Z' };
    const { message } = operations.getChannelMessageById.answer.parse({ message: { ...answer.message, ...moments } });
    expect(message.content).toBe(fill === 'full' ? '0f1e2d3c4b5a6978' : null);
    expect(message.createdBy.username).toBe('mira');
  });

  test('the announcements of the documentation are read', () => {
    const page = valueOfShape(readRecorded('docs-get-announcements-response-members'), fill) as object[];
    // The stored page ends before this member.
    const wire = page.map((entry) => ({ ...entry, createdAt: '2025-08-01T10:15:30.250Z' }));
    const { announcements } = operations.getAnnouncements.answer.parse(wire);
    expect(announcements).toEqual(wire.map((entry) => Announcement.parse(entry)));
  });

  test('the role request of the documentation is taken', () => {
    const { members } = readRecorded<{ members: unknown }>('docs-create-role-request-members');
    const body = valueOfShape(members, fill);
    expect(operations.createRole.body.parse(body)).toEqual(body);
  });
});

test('the role of the documentation is read, and stays as it is', () => {
  const answer = valueOfShape(readRecorded('docs-create-role-response'), 'full') as { role: Role };
  expect(operations.createRole.answer.parse(answer).role).toEqual(answer.role);
});

test('the defaults of a role are those of the documentation', () => {
  const { role } = valueOfShape(readRecorded('docs-create-role-response'), 'full') as { role: Role };
  const { id, teamId, name, color, createdAt } = role;
  expect(Role.parse({ id, teamId, name, color, createdAt })).toEqual(role);
});

test('every recorded client frame is taken', () => {
  for (const { t, d } of readRecorded<{ t: keyof typeof clientFrames; d?: unknown }[]>('client-gateway-sends')) {
    expect(clientFrames[t].safeParse(d)).toMatchObject({ success: true });
  }
});

test('the close codes are those of the documentation', () => {
  const recorded = readRecorded<{ code: number; name: string }[]>('docs-gateway-close-codes');
  const ours = Object.entries(closeCodes).map(([code, { name }]) => ({ code: Number(code), name }));
  expect(ours).toEqual(recorded);
});

test('the team permissions are those of the documentation', () => {
  const recorded = readRecorded<{ name: string; bit: number; default: boolean }[]>('docs-team-permissions');
  expect(teamPermissionBits).toEqual(Object.fromEntries(recorded.map(({ name, bit }) => [name, bit])));
  expect(defaultTeamPermissions).toEqual(recorded.filter((it) => it.default).map(({ name }) => name));
});

test('the methods are those of the documentation, section by section', () => {
  for (const [section, methods] of Object.entries(
    readRecorded<Record<string, Record<string, string>>>('docs-methods-by-section'),
  )) {
    const ours = Object.values(operations).filter(({ group, name }) => group === section && name in methods);
    expect(Object.fromEntries(ours.map(({ name, method }) => [name, method]))).toEqual(methods);
  }
});

test('a channel of an example is read the same, whoever is named as its creator', () => {
  const channel = eventExamples['CHANNEL_CREATED']?.['channel'] as Record<string, unknown>;
  const creator = User.parse(eventExamples['USER_PROFILE_UPDATED']?.['user']);
  expect(Channel.parse({ ...channel, createdBy: creator })).toEqual(
    Channel.parse({ ...channel, createdBy: creator.id }),
  );
});
