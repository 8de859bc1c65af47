import { type EventKind, operations } from '@botwright/protocol';
import { describe, expect, test } from 'vitest';
import { allDrives } from './drives/index.js';
import { Stage } from './support/stage.js';

describe('through the client and a real socket', () => {
  test.each(Object.entries(allDrives))('%s does what it is for, and its events are heard', async (id, drive) => {
    await using stage = await Stage.open();
    const operation = operations[id as keyof typeof operations];
    const expected = Object.entries((await drive(stage)) ?? {}) as [EventKind, object][];
    expect(expected.map(([kind]) => kind)).toEqual('emits' in operation ? operation.emits : []);
    await Promise.all(expected.map(([kind, content]) => stage.hears(kind, content)));
  });
});
