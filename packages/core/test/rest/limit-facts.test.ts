import { describe, expect, test } from 'vitest';
import { limitNotice, saysLimit } from '../../src/rest/limit-headers.js';
import { refusalIn } from '../../src/rest/refusal.js';
import { type Headers, noticeInBody, retryAfterMs } from '../../src/rest/retry-after.js';

const now = Date.UTC(2026, 0, 1);
const at = (seconds: number) => new Date(now + seconds * 1_000).toUTCString();

describe('Retry-After', () => {
  test.for([
    ['2', 2_000],
    ['1.5', 1_500],
    ['0.0001', 1],
    ['2, 30', 2_000],
    ['0', undefined],
    ['-5', undefined],
    ['', undefined],
    [' ', undefined],
    ['soon', undefined],
    ['Infinity', undefined],
    ['1e309', undefined],
  ] as const)('of "%s" asks for %s ms', ([text, ms]) => {
    expect(retryAfterMs({ 'retry-after': text }, now)).toBe(ms);
  });

  test('counts once where it came twice, and is none where it did not come', () => {
    expect(retryAfterMs({ 'retry-after': ['4', '5'] }, now)).toBe(4_000);
    expect(retryAfterMs({}, now)).toBeUndefined();
  });

  test('may be a date, which is measured by the clock that makes the wait shorter', () => {
    const asked = (seconds: number, date?: string, clock = now) =>
      retryAfterMs({ 'retry-after': at(seconds), ...(date !== undefined && { date }) }, clock);
    expect(asked(10)).toBe(10_000);
    expect(retryAfterMs({ 'retry-after': `  ${at(10)}` }, now)).toBe(10_000);
    expect(asked(10, at(5))).toBe(5_000);
    expect(asked(10, at(-3_600))).toBe(10_000);
    expect(asked(10, at(5), now + 60_000)).toBe(5_000);
    expect(asked(10, at(10))).toBe(10_000);
    expect(asked(10, at(20), now + 60_000)).toBeUndefined();
    expect(asked(-1)).toBeUndefined();
  });
});

describe('the body of a refusal', () => {
  test.for([
    ['{"retry_after":1.5}', 1_500],
    ['{"retry_after":999}', 999_000],
    ['{"retry_after":1000}', 1_000],
    ['{"retry_after":1000.5}', 1_000_500],
    ['{"retry_after":"2"}', 2_000],
    ['{"retry_after":"2500"}', 2_500],
    ['{"retry_after":""}', undefined],
    ['{"retry_after":" "}', undefined],
    ['{"retry_after":"soon"}', undefined],
    ['{"retry_after":0}', undefined],
    ['{"retry_after":-1}', undefined],
    ['{"retry_after":true}', undefined],
    ['{"retry_after":null}', undefined],
    ['{}', undefined],
    ['null', undefined],
    ['"text"', undefined],
    ['[]', undefined],
    ['<h1>slow down</h1>', undefined],
    ['', undefined],
  ] as const)('of %s asks for %s ms', ([body, ms]) => {
    expect(noticeInBody(body)).toEqual({ retryAfterMs: ms, isGlobal: false });
  });

  test('says that it is about all calls by true alone', () => {
    expect(noticeInBody('{"global":true}').isGlobal).toBe(true);
    expect(noticeInBody('{"global":"true"}').isGlobal).toBe(false);
    expect(noticeInBody('{"global":1}').isGlobal).toBe(false);
  });
});

describe('the headers of a limit', () => {
  const read = (headers: Headers) => limitNotice(headers, now);

  test('tell how many, how many are left, and until when', () => {
    const told = { 'x-ratelimit-limit': '5', 'x-ratelimit-remaining': '4' };
    expect(read({ ...told, 'x-ratelimit-reset-after': '1.5' })).toEqual({ limit: 5, remaining: 4, resetMs: 1_500 });
    expect(read({ ...told, 'x-ratelimit-reset': String(now / 1_000 + 2) })).toMatchObject({ resetMs: 2_000 });
    expect(read({ ...told, 'x-ratelimit-reset-after': '3', 'x-ratelimit-reset': '7' })).toMatchObject({
      resetMs: 3_000,
    });
    expect(read(told)).toEqual({ limit: 5, remaining: 4, resetMs: undefined });
  });

  test('are read without X- too, where the reset counts from now', () => {
    const told = { 'ratelimit-limit': '5', 'ratelimit-remaining': '5' };
    expect(read({ ...told, 'ratelimit-reset': '10' })).toEqual({ limit: 5, remaining: 5, resetMs: 10_000 });
  });

  test('may tell one of the two numbers alone', () => {
    expect(read({ 'x-ratelimit-limit': '5' })).toEqual({ limit: 5, remaining: undefined, resetMs: undefined });
    expect(read({ 'x-ratelimit-remaining': '0' })).toEqual({ limit: undefined, remaining: 0, resetMs: undefined });
    expect(read({ 'x-ratelimit-reset-after': '1' })).toBeUndefined();
  });

  test.for([
    ['limit', '0'],
    ['limit', '-1'],
    ['limit', '1.5'],
    ['limit', ''],
    ['limit', ' '],
    ['limit', 'many'],
    ['remaining', '-1'],
    ['remaining', ''],
    ['remaining', ' '],
    ['remaining', '9007199254740993'],
  ] as const)('count as absent where the %s is "%s"', ([name, text]) => {
    expect(read({ [`x-ratelimit-${name}`]: text })).toBeUndefined();
  });

  test('count as absent where more is left than there may be', () => {
    expect(read({ 'x-ratelimit-limit': '5', 'x-ratelimit-remaining': '6' })).toBeUndefined();
  });

  test('that reset never, or in more than ten minutes, say nothing of the time', () => {
    const resetIn = (seconds: string) =>
      read({ 'x-ratelimit-limit': '5', 'x-ratelimit-reset-after': seconds })?.resetMs;
    expect(resetIn('600')).toBe(600_000);
    expect(resetIn('600.001')).toBeUndefined();
    expect(resetIn('0')).toBeUndefined();
    expect(resetIn('soon')).toBeUndefined();
    expect(read({ 'x-ratelimit-limit': '5', 'x-ratelimit-reset': '1' })?.resetMs).toBeUndefined();
  });

  test('are there with any of three names', () => {
    for (const name of ['x-ratelimit-remaining', 'x-ratelimit-limit', 'ratelimit-remaining']) {
      expect(saysLimit({ [name]: '1' })).toBe(true);
    }
    expect(saysLimit({ 'x-ratelimit-reset': '1' })).toBe(false);
  });
});

describe('a refusal', () => {
  const refusal = (headers: Headers, body = '', makesSequence = false) =>
    refusalIn({ status: 429, headers, body }, now, makesSequence);
  const someLeft = { 'x-ratelimit-limit': '5', 'x-ratelimit-remaining': '1', 'x-ratelimit-reset-after': '7' };
  const noneLeft = { ...someLeft, 'x-ratelimit-remaining': '0' };

  test('asks for the pause of the header, else of the body, else until the reset', () => {
    const body = '{"retry_after":3}';
    expect(refusal({ ...noneLeft, 'retry-after': '2' }, body).pauseMs).toBe(2_000);
    expect(refusal(noneLeft, body).pauseMs).toBe(3_000);
    expect(refusal(noneLeft).pauseMs).toBe(7_000);
    expect(refusal({})).toEqual({ pauseMs: undefined, scope: 'bucket', notice: undefined });
    expect(refusal(noneLeft).notice).toEqual({ limit: 5, remaining: 0, resetMs: 7_000 });
  });

  test('is about one call where its bucket had some left, unless nothing may overtake that call', () => {
    expect(refusal(someLeft).scope).toBe('call');
    expect(refusal(someLeft, '', true).scope).toBe('bucket');
    expect(refusal(noneLeft).scope).toBe('bucket');
  });

  test.for([
    ['x-ratelimit-global', 'true', 'all'],
    ['x-ratelimit-global', '1', 'all'],
    ['x-ratelimit-global', 'false', 'call'],
    ['x-ratelimit-global', ' False ', 'call'],
    ['x-ratelimit-global', '0', 'call'],
    ['x-ratelimit-global', '', 'call'],
    ['x-ratelimit-global', 'not false', 'all'],
    ['x-ratelimit-global', 'false?', 'all'],
    ['x-ratelimit-scope', 'global', 'all'],
    ['x-ratelimit-scope', ' Global ', 'all'],
    ['x-ratelimit-scope', 'user', 'call'],
  ] satisfies [string, string, string][])('with %s: %s is about %s', ([name, value, scope]) => {
    expect(refusal({ ...someLeft, [name]: value }).scope).toBe(scope);
  });

  test('is about all calls where its body says so', () => {
    expect(refusal(someLeft, '{"global":true}').scope).toBe('all');
  });
});
