import type { EventPayload } from '@botwright/protocol';
import { describe, expect, test } from 'vitest';
import { Dispatcher } from '../../src/events/dispatcher.js';
import { createLog } from '../../src/index.js';
import { TurnTime } from '../../src/turn-time.js';
import { BusyClock } from '../support/busy-clock.js';

/** A dispatcher whose listeners take as long as a test says, and what the log says of it. */
function watched() {
  const clock = new BusyClock();
  const turn = new TurnTime(clock);
  const lines: { kind: string; listener: string; blockedMs: number }[] = [];
  const log = createLog({ destination: { write: (line) => lines.push(JSON.parse(line)) } });
  const dispatcher = new Dispatcher(log, { clock, turn });
  let calls = 0;
  const spend = (ms: number) => {
    calls += 1;
    clock.pass(ms);
  };
  const deleted = (messageId: string) =>
    ({ messageId, channelId: `c${messageId}`, channelType: 'text', teamId: null }) as EventPayload<'MESSAGE_DELETED'>;
  const blocks = () => lines.map(({ kind, listener, blockedMs }) => ({ kind, listener, blockedMs }));
  return { dispatcher, turn, spend, deleted, blocks, calls: () => calls };
}

describe('a listener that keeps the process from doing anything else', () => {
  test('in many short calls, one after the other, is named', () => {
    const { dispatcher, turn, spend, deleted, blocks } = watched();
    dispatcher.on('MESSAGE_DELETED', () => spend(300), { name: 'patient' });
    turn.begin();
    for (let index = 0; index < 4; index += 1) dispatcher.dispatch('MESSAGE_DELETED', deleted(`m${index}`));
    expect(blocks()).toEqual([{ kind: 'MESSAGE_DELETED', listener: 'patient', blockedMs: 1_200 }]);
  });

  test('in the last call of a turn is named once that is over', async () => {
    const { dispatcher, turn, spend, deleted, blocks, calls } = watched();
    dispatcher.on('MESSAGE_DELETED', () => spend(calls() < 2 ? 0 : 1_500), { name: 'late' });
    turn.begin();
    for (const id of ['m1', 'm2', 'm3']) dispatcher.dispatch('MESSAGE_DELETED', deleted(id));
    expect(blocks()).toEqual([]);
    await Promise.resolve();
    expect(blocks()).toEqual([{ kind: 'MESSAGE_DELETED', listener: 'late', blockedMs: 1_500 }]);
  });

  test('in each of many calls is named after the first, however many are to follow', () => {
    const { dispatcher, turn, spend, deleted, blocks } = watched();
    dispatcher.on('MESSAGE_DELETED', () => spend(5_000), { name: 'greedy' });
    turn.begin();
    const block = { kind: 'MESSAGE_DELETED', listener: 'greedy', blockedMs: 5_000 };
    for (const id of ['m1', 'm2', 'm3']) dispatcher.dispatch('MESSAGE_DELETED', deleted(id));
    expect(blocks()).toEqual([block, block, block]);
  });

  test('after it was quick is named within eight calls', () => {
    const { dispatcher, turn, spend, deleted, blocks, calls } = watched();
    dispatcher.on('MESSAGE_DELETED', () => spend(calls() < 3 ? 0 : 5_000), { name: 'moody' });
    turn.begin();
    while (blocks().length === 0) dispatcher.dispatch('MESSAGE_DELETED', deleted(`m${calls()}`));
    expect(calls()).toBe(9);
    expect(blocks()).toEqual([{ kind: 'MESSAGE_DELETED', listener: 'moody', blockedMs: 30_000 }]);
  });

  test('is not blamed on those before, after or around it', async () => {
    const { dispatcher, turn, spend, deleted, blocks } = watched();
    dispatcher.on('MESSAGE_DELETED', () => spend(900), { name: 'before' });
    dispatcher.on('MESSAGE_DELETED', () => spend(1_100), { name: 'slow' });
    dispatcher.on('MESSAGE_DELETED', () => spend(900), { name: 'after' });
    turn.begin();
    dispatcher.dispatch('MESSAGE_DELETED', deleted('m1'));
    dispatcher.dispatch('MESSAGE_DELETED', deleted('m2'));
    await Promise.resolve();
    const slow = { kind: 'MESSAGE_DELETED', listener: 'slow', blockedMs: 1_100 };
    expect(blocks()).toEqual([slow, slow]);
  });

  test('by what it makes others do is named itself', async () => {
    const { dispatcher, turn, spend, deleted, blocks } = watched();
    dispatcher.on('MESSAGE_DELETED', () => spend(600), { name: 'helper' });
    dispatcher.on(
      'MESSAGE_REACTION_REMOVED',
      () => {
        dispatcher.dispatch('MESSAGE_DELETED', deleted('m1'));
        dispatcher.dispatch('MESSAGE_DELETED', deleted('m2'));
      },
      { name: 'author' },
    );
    turn.begin();
    dispatcher.dispatch('MESSAGE_REACTION_REMOVED', deleted('m') as never);
    await Promise.resolve();
    expect(blocks()).toEqual([{ kind: 'MESSAGE_REACTION_REMOVED', listener: 'author', blockedMs: 1_200 }]);
  });

  test('and throws in the end is named too, and the next one is timed for itself', () => {
    const { dispatcher, spend, deleted, blocks } = watched();
    dispatcher.onListenerError(() => undefined);
    dispatcher.on(
      'MESSAGE_DELETED',
      ({ messageId }) => {
        spend(messageId === 'm1' ? 1_500 : 800);
        throw new Error('no');
      },
      { name: 'rude' },
    );
    for (const id of ['m1', 'm2', 'm3']) dispatcher.dispatch('MESSAGE_DELETED', deleted(id));
    expect(blocks()).toEqual([{ kind: 'MESSAGE_DELETED', listener: 'rude', blockedMs: 1_500 }]);
  });
});
