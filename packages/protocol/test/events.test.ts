import { expect, test } from 'vitest';
import { z } from 'zod';
import { type EventKind, eventKinds, events, Ready } from '../src/index.js';
import { eventExamples, exampleUser } from './support/fixtures.js';

test('there are 36 kinds in the specification, and typing beside them', () => {
  expect(eventKinds.map(({ kind }) => kind)).toEqual(Object.keys(events));
  expect(eventKinds.filter(({ inSpecification }) => inSpecification)).toHaveLength(36);
  expect(eventKinds.filter(({ inSpecification }) => !inSpecification).map(({ kind }) => kind)).toEqual([
    'CHANNEL_TYPING',
  ]);
});

test('the payload of every kind but typing was observed', () => {
  const unsure = eventKinds.filter(({ certainty }) => certainty.payload !== 'observed').map(({ kind }) => kind);
  expect(unsure).toEqual(['CHANNEL_TYPING']);
  expect(eventKinds.filter(({ source }) => source.length === 0)).toEqual([]);
});

test.each(Object.keys(events) as EventKind[])('the example of %s is read, with all that it holds', (kind) => {
  expect(events[kind].parse(eventExamples[kind])).toMatchObject(expectedOf(kind));
});

/** The example itself, but for what one shape changes: a creator in full becomes an id, no overwrites a full object. */
function expectedOf(kind: EventKind): object {
  const { channel, category, ...rest } = eventExamples[kind] as Record<string, Record<string, unknown>>;
  const known = (holder: Record<string, unknown>) => ({
    ...holder,
    createdBy: (holder['createdBy'] as { id?: string }).id ?? holder['createdBy'],
    permissions: { role: {} },
  });
  return { ...rest, ...(channel && { channel: known(channel) }), ...(category && { category: known(category) }) };
}

test('the example of READY is read', () => {
  const { user, teams } = Ready.parse(eventExamples['READY']);
  expect(user.id).toBe(exampleUser['id']);
  expect(teams).toHaveLength(1);
});

test.each(Object.keys(events) as EventKind[])('%s can be written as JSON Schema', (kind) => {
  expect(z.toJSONSchema(events[kind], { io: 'output' })).toHaveProperty('$schema');
});
