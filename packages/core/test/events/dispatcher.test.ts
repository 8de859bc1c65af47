import type { EventPayload } from '@botwright/protocol';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Dispatcher } from '../../src/events/dispatcher.js';
import { createLog } from '../../src/index.js';
import { currentWork } from '../../src/work.js';

const silent = createLog({ level: 'silent' });

function deleted(channelId: string, messageId: string): EventPayload<'MESSAGE_DELETED'> {
  return { channelId, messageId, teamId: 't' };
}

describe('lanes', () => {
  test('a synchronous listener is called before dispatch returns', () => {
    const dispatcher = new Dispatcher(silent);
    const seen: string[] = [];
    dispatcher.on('MESSAGE_DELETED', (event) => seen.push(event.messageId));
    dispatcher.dispatch('MESSAGE_DELETED', deleted('c', 'm1'));
    expect(seen).toEqual(['m1']);
  });

  test('keep the order of a channel, and let channels run side by side, however long listeners take', async () => {
    const events = fc.array(fc.record({ channel: fc.constantFrom('a', 'b', 'c'), isSlow: fc.boolean() }));
    await fc.assert(
      fc.asyncProperty(events, fc.scheduler(), async (plan, scheduler) => {
        const dispatcher = new Dispatcher(silent);
        const running = new Set<string>();
        const seen = new Map<string, string[]>();
        dispatcher.on('MESSAGE_DELETED', ({ channelId, messageId }) => {
          expect(running.has(channelId)).toBe(false);
          seen.set(channelId, [...(seen.get(channelId) ?? []), messageId]);
          if (messageId.startsWith('quick')) return undefined;
          running.add(channelId);
          return scheduler.schedule(Promise.resolve()).then(() => running.delete(channelId));
        });
        const sent = new Map<string, string[]>();
        for (const [index, { channel, isSlow }] of plan.entries()) {
          const id = `${isSlow ? 'slow' : 'quick'} ${index}`;
          sent.set(channel, [...(sent.get(channel) ?? []), id]);
          dispatcher.dispatch('MESSAGE_DELETED', deleted(channel, id));
        }
        const idle = dispatcher.idle();
        await scheduler.waitFor(idle);
        expect(seen).toEqual(sent);
        expect(dispatcher.stats.failures).toBe(0);
      }),
    );
  });

  test('a channel whose listener never ends does not hold up another', () => {
    const dispatcher = new Dispatcher(silent);
    const seen: string[] = [];
    dispatcher.on('MESSAGE_DELETED', ({ channelId, messageId }) => {
      seen.push(messageId);
      return channelId === 'stuck' ? new Promise(() => undefined) : undefined;
    });
    dispatcher.dispatch('MESSAGE_DELETED', deleted('stuck', 'm1'));
    dispatcher.dispatch('MESSAGE_DELETED', deleted('stuck', 'm2'));
    dispatcher.dispatch('MESSAGE_DELETED', deleted('free', 'm3'));
    expect(seen).toEqual(['m1', 'm3']);
  });

  test('a channel goes on when somebody gives up what its listener does', async () => {
    const dispatcher = new Dispatcher(silent);
    const seen: string[] = [];
    let work: ReturnType<typeof currentWork>;
    dispatcher.on('MESSAGE_DELETED', ({ messageId }) => {
      seen.push(messageId);
      work ??= currentWork();
      return messageId === 'stuck' ? new Promise(() => undefined) : undefined;
    });
    dispatcher.dispatch('MESSAGE_DELETED', deleted('c', 'stuck'));
    dispatcher.dispatch('MESSAGE_DELETED', deleted('c', 'next'));
    expect(seen).toEqual(['stuck']);
    work?.abort(new Error('no longer wanted'));
    await dispatcher.idle();
    expect(seen).toEqual(['stuck', 'next']);
  });

  test('a full lane drops what is newest, counts it and says so once', async () => {
    const lines: string[] = [];
    const log = createLog({ destination: { write: (line) => void lines.push(line) } });
    const dispatcher = new Dispatcher(log, { longestLane: 3 });
    let open: () => void = () => undefined;
    const gate = new Promise<void>((resolve) => {
      open = resolve;
    });
    const seen: string[] = [];
    dispatcher.on('MESSAGE_DELETED', async ({ messageId }) => {
      seen.push(messageId);
      await gate;
    });
    for (let index = 0; index < 10; index += 1) dispatcher.dispatch('MESSAGE_DELETED', deleted('c', `m${index}`));
    open();
    await dispatcher.idle();
    expect(seen).toEqual(['m0', 'm1', 'm2', 'm3']);
    expect(dispatcher.stats.dropped).toBe(6);
    expect(lines).toHaveLength(1);
  });
});

describe('listening', () => {
  test.each(['MESAGE_SEND', 'message_send', 'error', '__proto__', ''])(
    'to %j, which is no event, is refused',
    (kind) => {
      const dispatcher = new Dispatcher(silent);
      const refusal = expect.objectContaining({ code: 'OPTION_INVALID', option: 'kind', value: kind });
      expect(() => dispatcher.on(kind as 'MESSAGE_SEND', () => undefined)).toThrow(refusal);
      expect(() => dispatcher.claim(kind as 'MESSAGE_SEND', () => undefined)).toThrow(refusal);
    },
  );

  test.each([undefined, null, 'onMessage', {}])('with %j, which is no function, is refused', (listener) => {
    const dispatcher = new Dispatcher(silent);
    const refusal = expect.objectContaining({ code: 'OPTION_INVALID', option: 'listener' });
    expect(() => dispatcher.on('MESSAGE_SEND', listener as never)).toThrow(refusal);
    expect(dispatcher.hears('MESSAGE_SEND')).toBe(false);
  });
});
