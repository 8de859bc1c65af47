import { getEventListeners } from 'node:events';
import { operations } from '@botwright/protocol';
import { describe, expect, test } from 'vitest';
import { Cancellation, RequestTimedOut, VirtualClock } from '../../src/index.js';
import { Call } from '../../src/rest/call.js';
import { Deadlines } from '../../src/rest/deadlines.js';

const timeoutMs = 1_000;
const enough = new Error('enough');

function calling({ caller, listener }: { readonly caller?: AbortSignal; readonly listener?: Cancellation } = {}) {
  const clock = new VirtualClock();
  const calls = new Deadlines<Call>(clock);
  const call = new Call(operations.getLoggedInUser, { clock, timeoutMs, calls }, caller, listener);
  return { clock, calls, call };
}

describe('a call is given up', () => {
  test('once, for the first reason, of which whoever waits for it hears, as do signals', () => {
    const { call } = calling();
    const heard: unknown[] = [];
    call.onAbort = (reason) => heard.push(reason);
    const early = call.signal;
    expect([early.aborted, call.abortReason, call.throwIfAborted()]).toEqual([false, undefined, undefined]);
    call.abort(enough);
    call.abort(new Error('more than enough'));
    expect(heard).toEqual([enough]);
    expect(early.reason).toBe(enough);
    expect(call.signal).toBe(early);
    expect(call.abortReason).toBe(enough);
    expect(() => call.throwIfAborted()).toThrow(enough);
  });

  test('and a signal that is asked for afterwards says why', () => {
    const { call } = calling();
    call.abort(enough);
    expect(call.signal.reason).toBe(enough);
  });

  test('also where no reason is given', () => {
    const { call } = calling();
    call.abort(undefined);
    expect(call.abortReason).toMatchObject({ name: 'AbortError', message: 'The call was given up' });
  });

  test('by a signal or a listener, before it began or afterwards', () => {
    const caller = new AbortController();
    const listener = new Cancellation();
    const bySignal = calling({ caller: caller.signal }).call;
    const byListener = calling({ listener }).call;
    expect([bySignal.abortReason, byListener.abortReason]).toEqual([undefined, undefined]);
    caller.abort(enough);
    listener.abort(enough);
    expect([bySignal.abortReason, byListener.abortReason]).toEqual([enough, enough]);
    expect(calling({ caller: caller.signal }).call.abortReason).toBe(enough);
    expect(calling({ listener }).call.abortReason).toBe(enough);
    expect(getEventListeners(caller.signal, 'abort')).toEqual([]);
  });

  test('no more once it has ended, and nothing listens for it then', () => {
    const caller = new AbortController();
    const listener = new Cancellation();
    const { call, calls } = calling({ caller: caller.signal, listener });
    expect([getEventListeners(caller.signal, 'abort').length, calls.size]).toEqual([1, 1]);
    call.end();
    expect([getEventListeners(caller.signal, 'abort').length, calls.size]).toEqual([0, 0]);
    caller.abort(enough);
    listener.abort(enough);
    expect(call.abortReason).toBeUndefined();
  });

  test('while it sleeps, which ends with the reason', async () => {
    const { call, clock } = calling();
    const asleep = call.sleep(500);
    call.abort(enough);
    await expect(asleep).rejects.toBe(enough);
    expect(clock.pending).toBe(0);
  });
});

describe('the time of a call', () => {
  test('runs only between resuming and pausing, and then it is up', async () => {
    const { call, clock } = calling();
    expect([call.leftMs(0), clock.pending]).toEqual([timeoutMs, 0]);
    await clock.advance(5_000);
    call.resume(5_000);
    await clock.advance(400);
    expect(call.leftMs(5_400)).toBe(600);
    call.pause(5_400);
    expect([call.leftMs(9_000), clock.pending]).toEqual([600, 0]);
    call.pause(9_000);
    expect(call.leftMs(9_000)).toBe(600);
    call.resume(5_400);
    await clock.advance(599);
    expect(call.abortReason).toBeUndefined();
    await clock.advance(1);
    expect(call.abortReason).toBeInstanceOf(RequestTimedOut);
    expect(call.abortReason).toMatchObject({ outcome: 'refused', timeoutMs, operation: 'getLoggedInUser' });
  });

  test('begins anew when something went forward', async () => {
    const { call, clock } = calling();
    call.resume(0);
    await clock.advance(900);
    call.restart();
    expect(call.leftMs(900)).toBe(timeoutMs);
    await clock.advance(999);
    expect(call.abortReason).toBeUndefined();
    call.mayHaveHappened = true;
    await clock.advance(1);
    expect(call.abortReason).toMatchObject({ outcome: 'unknown' });
  });
});
