import { inspect } from 'node:util';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { WebhookClient, type WebhookClientOptions } from '../src/index.js';
import { failure } from './support/client.js';
import { Service } from './support/service.js';
import { message } from './support/shapes.js';

const secret = 'wh-secret-0123456789abcdef';

function webhookOf({ url }: Pick<Service, 'url'>): WebhookClient {
  return new WebhookClient({ url: `${url}/api/v1/webhooks/w1/${secret}` });
}

describe('a webhook', () => {
  test('speaks without a token of a bot, however its address is given', async () => {
    await using service = await Service.start();
    const addresses: WebhookClientOptions[] = [
      { url: `${service.url}/api/v1/webhooks/w1/${secret}` },
      { url: `${service.url}/api/v1/webhooks/w1/${secret}/` },
      { url: `${service.url}/api/v1/webhooks/w1/${secret}/github` },
      { id: 'w1', token: secret, baseUrl: service.url },
      { id: 'w1', token: secret, baseUrl: `${service.url}/api/v1` },
    ];
    for (const address of addresses) {
      await using webhook = new WebhookClient(address);
      expect(await webhook.execute({ content: 'tea?', username: 'Kettle' })).toBeUndefined();
    }
    const expected = {
      method: 'POST',
      path: `/api/v1/webhooks/w1/${secret}`,
      body: '{"content":"tea?","username":"Kettle"}',
    };
    expect(service.requests).toMatchObject(addresses.map(() => expected));
    expect(service.requests.map(({ headers }) => headers.authorization)).toEqual(addresses.map(() => undefined));
  });

  test('gives the message when the service sends it along', async () => {
    await using service = await Service.start();
    await using webhook = webhookOf(service);
    service.respond = () => ({ body: { message: message() } });
    expect(await webhook.execute({ content: 'tea?' })).toMatchObject({ content: 'hello', embeds: [] });
  });

  test('notifies nobody unless it is allowed to', async () => {
    await using service = await Service.start();
    await using webhook = webhookOf(service);
    const payload = { head: { title: '@everyone <@u1>', html_url: 'https://example.org/@here', url: 'x://@here' } };
    await webhook.execute({ content: '@here <@u1>' });
    await webhook.execute({ content: '@here <@u1>' }, { allowMentions: { users: ['u1'] } });
    await webhook.github('push', payload);
    await webhook.github('push', payload, undefined, { allowMentions: { users: true, everyone: true } });
    expect(service.requests.map(({ body }) => JSON.parse(body))).toEqual([
      { content: '@\u200bhere <@\u200bu1>' },
      { content: '@\u200bhere <@u1>' },
      { head: { ...payload.head, title: '@\u200beveryone <@\u200bu1>' } },
      payload,
    ]);
  });

  test('hands on what GitHub delivers, with its name and its number', async () => {
    await using service = await Service.start();
    await using webhook = webhookOf(service);
    await webhook.github('push', { ref: 'refs/heads/main', commits: [] }, 'd-1');
    await webhook.github('ping', {});
    expect(service.requests).toMatchObject([
      {
        path: `/api/v1/webhooks/w1/${secret}/github`,
        headers: { 'x-github-event': 'push', 'x-github-delivery': 'd-1', 'content-type': 'application/json' },
        body: '{"ref":"refs/heads/main","commits":[]}',
      },
      { headers: { 'x-github-event': 'ping' }, body: '{}' },
    ]);
    expect(service.requests[1]?.headers).not.toHaveProperty('x-github-delivery');
  });

  test('#41 whatever stands in a header of its own, no control character goes out', async () => {
    await using service = await Service.start();
    await using webhook = webhookOf(service);
    const text = fc.oneof(
      fc.string({ maxLength: 8 }),
      fc.string({ unit: 'binary', maxLength: 8 }),
      fc.constantFrom('push\r\nx-evil: 1', '\0', '\u00fc', '\n'),
    );
    const property = fc.asyncProperty(text, async (name) => {
      service.requests.length = 0;
      const [outcome] = await Promise.allSettled([webhook.github(name, {})]);
      if (outcome.status === 'rejected') {
        expect(outcome.reason).toMatchObject({ code: 'BODY_INVALID', part: 'headers' });
        expect(service.requests).toEqual([]);
        return;
      }
      expect(service.requests[0]?.headers['x-github-event']).toBe(name.trim());
      expect(service.requests[0]?.headers).not.toHaveProperty('x-evil');
    });
    await fc.assert(property, { numRuns: 300 });
  });
});

describe("a webhook's token", () => {
  function everythingSaidOf(error: unknown): string {
    return inspect(error, { depth: 10, showHidden: true }) + JSON.stringify(error) + String(error);
  }

  test.each([400, 404, 500])('is in no error, also when an answer with %i repeats it', async (status) => {
    await using service = await Service.start();
    await using webhook = webhookOf(service);
    service.respond = ({ path }) => ({ status, body: { message: `no such path: ${path}` } });
    const error = await failure(webhook.execute({ content: 'tea?' }));
    const answered = status === 500 ? (error as Error).cause : error;
    expect(answered).toMatchObject({ status, serviceMessage: 'no such path: /api/v1/webhooks/w1/[redacted]' });
    expect(everythingSaidOf(error)).not.toContain(secret);
  });

  test('is in no error of the network or of the draft, and not in the client itself', async () => {
    const gone = await Service.start();
    await using webhook = webhookOf(gone);
    await gone[Symbol.asyncDispose]();
    const errors = [
      await failure(webhook.execute({ content: '' })),
      await failure(webhook.execute({ content: 'tea?' }, { signal: AbortSignal.abort(new Error('enough')) })),
      webhook,
    ];
    expect(errors[0]).toMatchObject({ code: 'BODY_INVALID', operation: 'createMessageWithWebhook' });
    for (const error of errors) expect(everythingSaidOf(error)).not.toContain(secret);
  });

  test('that cannot stand in a path is refused without being shown', async () => {
    await using service = await Service.start();
    const broken = `${secret}\n`;
    await using webhook = new WebhookClient({ id: 'w1', token: broken, baseUrl: service.url });
    const error = await failure(webhook.execute({ content: 'tea?' }));
    expect(error).toMatchObject({ code: 'PATH_PARAMETER_INVALID', parameter: 'webhookToken', value: '[redacted]' });
    expect(everythingSaidOf(error)).not.toContain(secret);
    expect(service.requests).toEqual([]);
  });

  test.each([
    `https://example.org/${secret}`,
    `https://example.org/api/v1/webhooks/${secret}`,
    `https://example.org/api/v1/webhooks/w1/${secret}/slack`,
    `https://example.org/api/v2/webhooks/w1/${secret}`,
    `https://example.org/api/v1/webhooks/w1/${secret}%zz`,
    `ftp://example.org/api/v1/webhooks/w1/${secret}`,
    `/api/v1/webhooks/w1/${secret}`,
    secret,
    '',
  ])('is not shown either when the address is refused: %s', async (url) => {
    const error = await failure(Promise.resolve().then(() => new WebhookClient({ url })));
    expect(error).toMatchObject({ code: 'OPTION_INVALID', option: 'url', value: '[redacted]' });
    expect(everythingSaidOf(error)).not.toContain(secret);
  });

  test('has to be there', async () => {
    const error = await failure(
      Promise.resolve().then(() => new WebhookClient({ id: 'w1', token: '', baseUrl: 'http://127.0.0.1:1' })),
    );
    expect(error).toMatchObject({ code: 'OPTION_INVALID', option: 'token' });
  });
});
