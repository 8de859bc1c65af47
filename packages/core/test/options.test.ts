import { describe, expect, test } from 'vitest';
import { Client, OptionInvalid, TokenInvalid } from '../src/index.js';
import { token } from './support/client.js';
import { Service } from './support/service.js';

describe('the token', () => {
  const secret = 'abc.def.ghi';
  const wrong: readonly [string, unknown][] = [
    ['missing', undefined],
    ['null', null],
    ['a number', 42],
    ['empty', ''],
    ['blank', ' \t\n'],
    ['with a space inside', 'abc.def .ghi'],
    ['with a line break inside', 'abc.def\n.ghi'],
    ['with a line break behind', `${secret}\n`],
    ['with its scheme', `Bot ${secret}`],
    ['with its scheme twice', `Bot Bot ${secret}`],
    ['with another scheme', `Bearer ${secret}`],
    ['with a character that no header may hold', `${secret}\u0000`],
    ['beyond ASCII', `${secret}é`],
  ];

  test.for(wrong)(
    '#167 %s is refused before any network call, in words without the token',
    async ([, given], { annotate }) => {
      await using service = await Service.start();
      const make = () => new Client({ token: given as string, baseUrl: service.url });
      expect(make).toThrow(TokenInvalid);
      expect(make).not.toThrow(/abc|def|ghi/);
      expect(service.openConnections).toBe(0);
      await annotate('0 connections', 'reached');
    },
  );
});

describe('the base URL', () => {
  test.each(['', '/', '/api/v1', '/api/v1/'])('may end in %j', async (ending) => {
    await using service = await Service.start();
    await using client = new Client({ token, baseUrl: service.url + ending, log: { level: 'silent' } });
    await client.connect();
    expect(service.handshakes).toBe(1);
  });

  test.each([
    '',
    'example.org',
    'ftp://example.org',
    'https://example.org/other',
    'https://a:b@example.org',
    'https://example.org?x=1',
    'https://example.org#x',
  ])('%j is refused', (baseUrl) => {
    expect(() => new Client({ token, baseUrl })).toThrow(OptionInvalid);
  });
});

test.each([{ rest: { perSecond: 0 } }, { rest: { timeoutMs: Number.NaN } }, { gateway: { readyTimeoutMs: -1 } }])(
  '%j is refused',
  (options) => {
    expect(() => new Client({ token, baseUrl: 'http://127.0.0.1:1', ...options })).toThrow(OptionInvalid);
  },
);

test.each([
  { gateway: { handshakeTimeoutMs: '5' } },
  { gateway: { failingAfterMs: null } },
  { handlers: { deadlineMs: '30000' } },
  { replay: { maxAgeMs: '5' } },
  { rest: { perSecond: '5' } },
] as object[])('%j is refused, since it is no number', (options) => {
  const make = () => new Client({ token, baseUrl: 'http://127.0.0.1:1', ...options });
  expect(make).toThrow(expect.objectContaining({ code: 'OPTION_INVALID', expected: 'a number above 0' }));
});

test.each([
  { gateway: { readyTimeoutMs: 2 ** 31 } },
  { replay: { maxHoldMs: Number.POSITIVE_INFINITY } },
  { rest: { connectTimeoutMs: Number.POSITIVE_INFINITY } },
  { rest: { timeoutMs: 1e10 } },
  { handlers: { deadlineMs: 1e10 } },
])('%j is refused, since no timer can be set to it', (options) => {
  const make = () => new Client({ token, baseUrl: 'http://127.0.0.1:1', ...options });
  expect(make).toThrow(expect.objectContaining({ code: 'OPTION_INVALID' }));
});

test.each([{ rest: { timeoutMs: Number.POSITIVE_INFINITY } }, { handlers: { deadlineMs: Number.POSITIVE_INFINITY } }])(
  '%j is no deadline at all',
  async (options) => {
    await using service = await Service.start();
    await using client = new Client({ token, baseUrl: service.url, log: { level: 'silent' }, ...options });
    await client.connect();
    expect(client.gateway.state).toBe('ready');
  },
);

describe('a time to close in', () => {
  test.each([-1, Number.NaN, 2 ** 31, Number.POSITIVE_INFINITY])(
    'of %d ms is refused, and the client goes on',
    async (graceMs) => {
      await using service = await Service.start();
      await using client = new Client({ token, baseUrl: service.url, log: { level: 'silent' } });
      await client.connect();
      await expect(client.close({ graceMs })).rejects.toMatchObject({ code: 'OPTION_INVALID', option: 'graceMs' });
      expect(client.gateway.state).toBe('ready');
    },
  );

  test.each([0, 2 ** 31 - 1])('of %d ms is taken', async (graceMs) => {
    await using service = await Service.start();
    const client = new Client({ token, baseUrl: service.url, log: { level: 'silent' } });
    await client.connect();
    await client.close({ graceMs });
    expect(client.gateway.state).toBe('closed');
  });
});
