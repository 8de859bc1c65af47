import { describe, expect, test } from 'vitest';
import { type EventKind, events } from '../src/index.js';
import { readRecorded, recordedNames } from './support/fixtures.js';
import { type Fill, valueOfShape } from './support/shape.js';

interface RecordedEvent {
  readonly t: EventKind;
  readonly d: { readonly channel?: Record<string, unknown> };
}

const fills: readonly Fill[] = ['full', 'sparse'];

describe.each(fills)('a recorded shape, %s', (fill) => {
  test.each(recordedNames('event-channel-'))('%s is read', (name) => {
    const { t: kind, d } = readRecorded<RecordedEvent>(name);
    const payload = valueOfShape(d, fill) as RecordedEvent['d'];
    const read = events[kind].parse(payload) as { channel?: { createdBy: string; permissions: unknown } };
    expect(read.channel?.createdBy).toBe(payload.channel && '0f1e2d3c4b5a6978');
    expect(read.channel?.permissions).toEqual(payload.channel && { role: {} });
  });
});
