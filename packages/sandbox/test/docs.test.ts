import { contractReference } from '@botwright/protocol';
import { fastify } from 'fastify';
import { expect, test } from 'vitest';
import { curlExample } from '../src/docs/curl.js';
import { html } from '../src/docs/markup.js';
import { registerDocs } from '../src/docs/routes.js';

const references = contractReference().sections.flatMap(({ operations }) => operations);

function exampleOf(id: string): string {
  const reference = references.find(({ operation }) => operation.id === id);
  if (!reference) throw new Error(`there is no operation ${id}`);
  return curlExample(reference);
}

test('the reference is a page that may run nothing and load only its own', async () => {
  const app = fastify();
  registerDocs(app);
  const reply = await app.inject({ url: '/docs' });
  expect(reply.headers['content-type']).toBe('text/html; charset=utf-8');
  const policy = String(reply.headers['content-security-policy']);
  expect(policy).toContain("default-src 'none'");
  expect(policy).not.toMatch(/script-src|unsafe/);
  expect(reply.body).not.toMatch(/<script| style="| on\w+="/);
});

test('what stands in markup is escaped, and markup is not', () => {
  const inner = html`<b>${'<i> & "it\'s"'}</b>`;
  expect(html`<p title="${'"'}">${[inner, 1, undefined]}</p>`.text).toBe(
    '<p title="&quot;"><b>&lt;i&gt; &amp; &quot;it&#39;s&quot;</b>1</p>',
  );
});

test('an example names the ids of its path as variables and sends a body where there is one', () => {
  expect(exampleOf('createTodoItem')).toBe(
    [
      'curl -X POST "$BOT_BASE_URL/api/v1/channels/$CHANNEL_ID/todo/item"',
      '-H "Authorization: Bot $BOT_TOKEN"',
      "-H 'Content-Type: application/json'",
      `-d '{"content":"text"}'`,
    ].join(' \\\n  '),
  );
});

test('an example of an upload sends parts, and one of a webhook no token', () => {
  expect(exampleOf('uploadAttachment')).toContain("-F 'image=@picture.png' \\\n  -F 'type=text'");
  expect(exampleOf('createMessageWithWebhook')).not.toContain('Authorization');
});

test('no example breaks out of its quotes', () => {
  for (const reference of references) {
    const quotes = curlExample(reference).match(/'/g) ?? [];
    expect(quotes.length % 2).toBe(0);
  }
});
