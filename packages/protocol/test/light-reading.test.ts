import { describe, expect, test } from 'vitest';
import { type EventKind, isReadLightly, Ready, readEvent, readReady, Unreadable } from '../src/index.js';

const user = { id: '00000000000000a0', username: 'ada' };
const place = { channelId: '00000000000000c0', teamId: '0000000000000001', channelType: 'text' };
const messageId = '00000000000000e0';
const createdAt = '2026-01-01T00:00:00.000Z';
const message = { id: messageId, channelId: place.channelId, content: 'hello', createdBy: user, createdAt };
const reaction = { ...place, messageId, emojiId: '👍', reactedBy: user };
const team = { id: place.teamId, name: 'team', createdBy: user.id, createdAt };
const ready = { user, teams: [team], heartbeatIntervalMs: 30_000 };

type Shape = Readonly<Record<string, unknown>>;

const events: readonly (readonly [EventKind, Shape])[] = [
  ['MESSAGE_SEND', { ...place, message }],
  ['MESSAGE_UPDATED', { ...place, message }],
  ['MESSAGE_DELETED', { ...place, messageId }],
  ['MESSAGE_REACTION_ADDED', reaction],
  ['MESSAGE_REACTION_REMOVED', reaction],
];

/** A value and what it becomes when any of its members, however deep, is left out, null, or of another type. */
function* spoilt(value: unknown): Generator<unknown> {
  if (typeof value !== 'object' || value === null) return;
  const entries = Object.entries(value);
  for (const [name, member] of entries) {
    const without = Object.fromEntries(entries.filter(([other]) => other !== name));
    const rebuilt = (changed: unknown) =>
      Array.isArray(value)
        ? value.map((entry, index) => (String(index) === name ? changed : entry))
        : { ...value, [name]: changed };
    if (!Array.isArray(value)) yield without;
    for (const other of [null, 7, { strange: true }, [7]]) yield rebuilt(other);
    for (const changed of spoilt(member)) yield rebuilt(changed);
  }
}

const copy = (value: unknown): unknown => structuredClone(value);

function fullReady(payload: unknown): unknown {
  const read = Ready.safeParse(payload);
  return read.success ? read.data : undefined;
}

describe('reading without schemas', () => {
  test.each(events)('gives the same %s as its schema, whenever the schema takes it', (kind, payload) => {
    expect(isReadLightly(kind)).toBe(true);
    let taken = 0;
    for (const given of [payload, ...spoilt(payload)]) {
      const full = readEvent(kind, copy(given), 'full');
      if (full instanceof Unreadable) continue;
      expect(readEvent(kind, copy(given), 'light'), JSON.stringify(given)).toEqual(full);
      taken += 1;
    }
    expect(taken).toBeGreaterThan(1);
  });

  test('gives the same READY as its schema, whenever the schema takes it', () => {
    let taken = 0;
    for (const given of [ready, { user }, ...spoilt(ready)]) {
      const full = fullReady(copy(given));
      if (full === undefined) continue;
      expect(readReady(copy(given)), JSON.stringify(given)).toEqual(full);
      taken += 1;
    }
    expect(taken).toBeGreaterThan(1);
  });

  test.each([
    [null],
    [[]],
    [{}],
    [{ ...ready, user: { ...user, id: 5 } }],
    [{ ...ready, user: { id: user.id } }],
    [{ ...ready, teams: 'none' }],
    [{ ...ready, teams: [null] }],
    [{ ...ready, teams: [{ ...team, id: 1 }] }],
    [{ ...ready, teams: [{ ...team, createdBy: null }] }],
    [{ ...ready, teams: [{ ...team, createdAt: 'yesterday' }] }],
  ])('refuses a READY that code could not use, as the schema does: %j', (payload) => {
    expect(fullReady(copy(payload))).toBeUndefined();
    expect(readReady(copy(payload))).toBeInstanceOf(Unreadable);
  });

  test.each<[EventKind, Shape]>([
    ['MESSAGE_DELETED', { ...place }],
    ['MESSAGE_DELETED', { messageId }],
    ['MESSAGE_REACTION_ADDED', { ...reaction, emojiId: 7 }],
    ['MESSAGE_REACTION_ADDED', { ...reaction, reactedBy: null }],
    ['MESSAGE_REACTION_REMOVED', { ...reaction, reactedBy: { username: 'nobody' } }],
    ['MESSAGE_REACTION_REMOVED', { ...reaction, messageId: undefined }],
  ])('refuses a %s that code could not use: %j', (kind, payload) => {
    expect(readEvent(kind, copy(payload), 'light')).toBeInstanceOf(Unreadable);
  });
});
