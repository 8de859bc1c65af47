import { expect, test } from 'vitest';
import { VirtualClock } from '../../src/index.js';
import { clientOf } from '../support/client.js';
import { inTime } from '../support/limited.js';
import { message } from '../support/shapes.js';

const nowhere = { url: 'http://127.0.0.1:1' };
const body = JSON.stringify({ success: true, message: message(), messages: [] });
const hourMs = 3_600_000;

test('what refusals of all calls taught slows nothing down once it is forgotten', async () => {
  const clock = new VirtualClock();
  let left = 4;
  await using client = clientOf(nowhere, {
    clock,
    transport: async () => {
      left -= 1;
      // Every other request is one too many: a second refusal of everything teaches a limit.
      return left > 0 && left % 2 === 1
        ? { status: 429, headers: { 'retry-after': '20', 'x-ratelimit-global': 'true' }, body: '' }
        : { status: 200, headers: {}, body };
    },
  });
  const read = (channelId: string) => client.api.messages.list(channelId);
  const readTwelve = () => Promise.all(Array.from({ length: 12 }, (_, index) => read(`c${index}`)));
  await inTime(clock, read('c'));
  await inTime(clock, read('c'));
  const taught = clock.monotonic();
  await inTime(clock, readTwelve());
  expect(clock.monotonic() - taught).toBeGreaterThan(60_000);
  await clock.advance(hourMs);
  const forgotten = clock.monotonic();
  await inTime(clock, readTwelve());
  expect(clock.monotonic() - forgotten).toBe(0);
});

test('the own pace holds again once what refusals taught is forgotten', async () => {
  const clock = new VirtualClock();
  let left = 4;
  const times: number[] = [];
  await using client = clientOf(nowhere, {
    clock,
    rest: { perSecond: 10 },
    transport: async () => {
      left -= 1;
      times.push(clock.monotonic());
      return left > 0 && left % 2 === 1
        ? { status: 429, headers: { 'retry-after': '20', 'x-ratelimit-global': 'true' }, body: '' }
        : { status: 200, headers: {}, body };
    },
  });
  await inTime(clock, client.api.messages.list('c'));
  await inTime(clock, client.api.messages.list('c'));
  await clock.advance(hourMs);
  times.length = 0;
  const calls = Array.from({ length: 30 }, (_, index) => client.api.messages.list(`c${index}`));
  await inTime(clock, Promise.all(calls));
  const tookMs = (times.at(-1) ?? 0) - (times[0] ?? 0);
  expect(tookMs).toBeGreaterThanOrEqual(2_000);
  expect(tookMs).toBeLessThanOrEqual(3_000);
});
