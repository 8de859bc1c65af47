import { type Message, mentionPattern } from '@botwright/protocol';
import { describe, expect, test } from 'vitest';
import type { Sandbox } from '../../src/index.js';
import { callersOf, openSandbox } from '../support/callers.js';
import { exampleSets, examplesOf } from '../support/github-examples.js';
import { connect } from '../support/stream.js';

const told = ['push', 'pull_request', 'issues', 'issue_comment', 'release', 'workflow_run', 'star', 'fork', 'ping'];

async function deliver(
  { description }: Sandbox,
  event: string | undefined,
  body: string,
  contentType = 'application/json',
): Promise<{ status: number; message: Message | undefined }> {
  const headers = { 'content-type': contentType, ...(event !== undefined && { 'x-github-event': event }) };
  const response = await fetch(`${description.webhooks.general.url}/github`, { method: 'POST', headers, body });
  const answer = (await response.json()) as { message?: Message };
  return { status: response.status, message: answer.message };
}

describe('what GitHub delivers', () => {
  test('becomes a message of the channel, in the name of GitHub', async () => {
    await using sandbox = await openSandbox();
    await using heard = await connect(sandbox, 'cy');
    const payload = { zen: 'Keep it logically awesome.', repository: { full_name: 'octo/repo' } };
    const { status, message } = await deliver(sandbox, 'ping', JSON.stringify(payload));
    expect(status).toBe(200);
    expect(message).toMatchObject({
      content: '`octo/repo`: events will be told here. `Keep it logically awesome.`',
      createdBy: { username: 'GitHub', webhook: true, id: sandbox.description.webhooks.general.id },
    });
    expect(await heard.next('MESSAGE_SEND')).toMatchObject({ message: { id: message?.id } });
  });

  test('may come as a form', async () => {
    await using sandbox = await openSandbox();
    const form = new URLSearchParams({ payload: '{"action":"created","sender":{"login":"octocat"}}' });
    const { message } = await deliver(sandbox, 'star', form.toString(), 'application/x-www-form-urlencoded');
    expect(message?.content).toBe('`GitHub`: `octocat` gave a star');
  });

  test.each([
    ['nothing', undefined, ''],
    ['an empty object', 'push', '{}'],
    ['a list', 'push', '[1,2]'],
    ['null', 'issues', 'null'],
    ['a bare word', 'issues', '"hello"'],
    [
      'members of other types',
      'pull_request',
      '{"action":5,"repository":"x","sender":[],"pull_request":{"number":"1"}}',
    ],
    ['a kind that nobody knows', 'earthquake', '{"action":"felt"}'],
  ])('is taken when it is %s', async (_what, event, body) => {
    await using sandbox = await openSandbox();
    const { status, message } = await deliver(sandbox, event, body);
    expect(status).toBe(200);
    expect(message?.content).toMatch(/^`[^`]+`: /);
  });

  test('mentions nobody, whoever is named in it', async () => {
    await using sandbox = await openSandbox();
    const { cy } = sandbox.description.people;
    const issue = { number: 1, title: `ping <@${cy.id}> @everyone`, html_url: 'https://github.test/1' };
    const { message } = await deliver(sandbox, 'issues', JSON.stringify({ action: 'opened', issue }));
    expect(message?.mentions.users).toEqual([]);
    expect(message?.content).not.toContain(`<@${cy.id}>`);
    expect(message?.content).not.toContain('@everyone');
  });

  test('is refused as a form without JSON, and stores nothing', async () => {
    await using sandbox = await openSandbox();
    expect(await deliver(sandbox, 'star', 'payload=%7B', 'application/x-www-form-urlencoded')).toMatchObject({
      status: 400,
    });
    const params = { channelId: sandbox.description.channels.general };
    expect((await callersOf(sandbox).cy.call('getChannelMessages', { params })).body['messages']).toEqual([]);
  });
});

describe.each(exampleSets)('every recorded delivery of %s', (set) => {
  test('is answered with success and becomes a short message that mentions nobody', async () => {
    await using sandbox = await openSandbox();
    const examples = examplesOf(set);
    expect(examples).not.toEqual([]);
    for (const { event, payload } of examples) {
      const { status, message } = await deliver(sandbox, event, JSON.stringify(payload));
      expect([event, status]).toEqual([event, 200]);
      const content = message?.content ?? '';
      const place = payload.repository?.full_name;
      expect(content.startsWith(place === undefined ? '`' : `\`${place}\`: `)).toBe(true);
      expect(content.length).toBeLessThanOrEqual(2000);
      expect(content.match(mentionPattern)).toBeNull();
      // The line for any kind names the event as GitHub does; what has words of its own does not.
      expect([content, content.includes(`: \`${event}\``)]).toEqual([content, !told.includes(event)]);
    }
  });
});
