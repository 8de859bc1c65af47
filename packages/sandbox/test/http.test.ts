import { apiPrefix, type Operation, type OperationId, operations } from '@botwright/protocol';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createSandbox, type Sandbox } from '../src/index.js';
import { Caller, callersOf, openSandbox } from './support/callers.js';

const all: readonly Operation[] = Object.values(operations);
const withToken = all.filter(({ auth }) => auth === 'bot').map(({ id }) => id as OperationId);

/** Ids of the default world for every parameter of a path, so that only what a test breaks is broken. */
function knownParams({ description }: Sandbox): Record<string, string> {
  return {
    teamId: description.team.id,
    channelId: description.channels.general,
    userId: description.people.cy.id,
    messageId: 'none',
  };
}

describe('who calls', () => {
  const foreign = 'tly_0123456789abcdef.abcdefgh.0123456789abcdef.abc';
  test.each([
    ['no header', () => undefined],
    ['an empty header', () => ''],
    ['a token without scheme', (token: string) => token],
    ['a scheme without token', () => 'Bot '],
    ['a token of nobody', () => `Bot ${foreign}`],
    ["a bot's token as a person's", (token: string) => `User ${token}`],
    ['a token with one letter more', (token: string) => `Bot ${token}a`],
    ['another scheme', (token: string) => `Bearer ${token}`],
  ])('gets 401 and no data from every operation that asks for a token with %s', async (_what, header) => {
    await using sandbox = await openSandbox();
    const caller = new Caller(sandbox.description.url, header(sandbox.description.bot.token));
    for (const id of withToken) {
      const reply = await caller.call(id, {
        params: knownParams(sandbox),
        query: { token: sandbox.description.bot.token },
      });
      expect([id, reply.status]).toEqual([id, 401]);
      expect(Object.keys(reply.body).sort()).toEqual(['code', 'message', 'success']);
    }
  });
});

describe('what is called', () => {
  test('an unknown path gets 404', async () => {
    await using sandbox = await openSandbox();
    const { bot } = callersOf(sandbox);
    for (const path of [`${apiPrefix}/nothing`, '/api/v2/teams', '/elsewhere']) {
      expect(await bot.send('GET', path)).toMatchObject({ status: 404, body: { code: 'UNKNOWN_ROUTE' } });
    }
  });

  test('a path with another method gets 405 and the methods that it takes', async () => {
    await using sandbox = await openSandbox();
    const reply = await callersOf(sandbox).bot.send('PUT', `${apiPrefix}/teams/x/members/y/ban`);
    expect(reply).toMatchObject({ status: 405, body: { code: 'METHOD_NOT_ALLOWED' } });
    expect(reply.headers.get('allow')?.split(', ').sort()).toEqual(['DELETE', 'POST']);
  });
});

describe('what is sent', () => {
  const messages = (sandbox: Sandbox) => `${apiPrefix}/channels/${sandbox.description.channels.general}/messages`;

  test.each([
    ['text that is not JSON', '{"content":', {}, 400, 'MALFORMED_JSON'],
    ['a prototype in disguise', '{"content":"x","__proto__":{"a":1}}', {}, 400, 'BAD_INPUT'],
    ['more than 1 MiB', JSON.stringify({ content: 'x'.repeat(1024 * 1024) }), {}, 413, 'BODY_TOO_LARGE'],
    ['plain text', 'hello', { 'content-type': 'text/plain' }, 415, 'UNSUPPORTED_MEDIA_TYPE'],
    ['a form', 'content=x', { 'content-type': 'application/x-www-form-urlencoded' }, 415, 'UNSUPPORTED_MEDIA_TYPE'],
  ])('is refused when it is %s', async (_what, body, headers, status, code) => {
    await using sandbox = await openSandbox();
    const reply = await callersOf(sandbox).bot.send('POST', messages(sandbox), { body, headers });
    expect(reply).toMatchObject({ status, body: { success: false, code } });
  });

  test('headers of more than 16 KiB get 431', async () => {
    await using sandbox = await openSandbox();
    const response = await fetch(`${sandbox.description.apiUrl}/me`, { headers: { 'x-long': 'x'.repeat(20_000) } });
    expect(response.status).toBe(431);
  });

  test('an address that cannot be decoded gets 400', async () => {
    await using sandbox = await openSandbox();
    expect(await callersOf(sandbox).bot.send('GET', `${apiPrefix}/users/%ZZ`)).toMatchObject({ status: 400 });
  });

  test('whatever it is, no operation fails on it', async () => {
    await using sandbox = await createSandbox({ permissions: 'off' });
    const { authorization } = callersOf(sandbox).ada;
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...all),
        fc.jsonValue(),
        fc.webQueryParameters(),
        async (operation, body, query) => {
          const params = knownParams(sandbox);
          const path = operation.path.replace(/\{(\w+)\}/g, (_whole, name) => params[name] ?? 'x');
          const reply = await sandbox.inject({
            method: operation.method,
            url: `${apiPrefix}${path}?${query}`,
            headers: { authorization, 'content-type': 'application/json' },
            payload: JSON.stringify(body),
          });
          expect(reply.statusCode).toBeLessThan(500);
          expect(reply.json()).toHaveProperty('success', reply.statusCode === 200);
        },
      ),
      { numRuns: 500 },
    );
  });
});

describe('the rate limit', () => {
  test('is off by default', async () => {
    await using sandbox = await openSandbox();
    const { bot } = callersOf(sandbox);
    const replies = await Promise.all(Array.from({ length: 50 }, () => bot.call('getLoggedInUser')));
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]));
  });

  test('refuses the call too many with 429 and the wait, for each caller apart', async () => {
    await using sandbox = await openSandbox({ rateLimit: { perSecond: 2 } });
    const { bot, ada } = callersOf(sandbox);
    const replies = await Promise.all(Array.from({ length: 3 }, () => bot.call('getLoggedInUser')));
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 429]);
    const refused = replies[2];
    expect(refused?.body).toMatchObject({ code: 'RATE_LIMITED', retry_after: expect.any(Number) });
    expect(refused?.body['retry_after']).toBeGreaterThan(0);
    expect(refused?.body['retry_after']).toBeLessThanOrEqual(1);
    expect(refused?.headers.get('retry-after')).toBe('1');
    expect(await ada.call('getLoggedInUser')).toMatchObject({ status: 200 });
  });
});
