import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { playRecording, type Recording, RecordingInvalid, type Sandbox, type SandboxOptions } from '../src/index.js';
import { Caller, callersOf, control, openSandbox } from './support/callers.js';
import { formOf, imageBytes } from './support/files.js';
import { connect, type Stream } from './support/stream.js';

/** A bot that answers every `!echo …` of people, each under a nonce of its own. */
async function openWithBot(options: SandboxOptions = {}, greeting = 'you said') {
  const sandbox = await openSandbox({ clock: 'virtual', ...options });
  const stream = await connect(sandbox, 'bot');
  const { bot } = callersOf(sandbox);
  stream.socket.on('message', (data) => {
    const { t, d } = JSON.parse(data.toString());
    if (t !== 'MESSAGE_SEND' || !d.message.content?.startsWith('!echo ')) return;
    const content = `${greeting} ${d.message.content.slice('!echo '.length)}`;
    const params = { channelId: d.channelId };
    void bot.call('createChannelMessage', { params, body: { content, replyTo: d.message.id, nonce: randomUUID() } });
  });
  return { sandbox, stream, [Symbol.asyncDispose]: () => closeBoth(sandbox, stream) };
}

async function closeBoth(sandbox: Sandbox, stream: Stream): Promise<void> {
  await stream[Symbol.asyncDispose]();
  await sandbox.close();
}

async function record(sandbox: Sandbox, stream: Stream): Promise<Recording> {
  const { description } = sandbox;
  const { ada, cy } = callersOf(sandbox);
  const params = { channelId: description.channels.random };
  await cy.call('createChannelMessage', { params, body: { content: 'before' } });
  const { body } = await control(sandbox, 'POST', '/recordings');
  await cy.call('createChannelMessage', { params, body: { content: '!echo one' } });
  const answer = await stream.next('MESSAGE_SEND', ({ message }) => (message as { replyTo: unknown }).replyTo !== null);
  const { id: messageId } = answer['message'] as { id: string };
  await control(sandbox, 'POST', '/clock', { advanceMs: 60_000 });
  await ada.call('reactToMessage', { params: { ...params, messageId, emojiId: 'wave' } });
  await cy.call('uploadAttachment', { form: formOf({ image: imageBytes.png, type: 'attachment' }) });
  const eve = (await control(sandbox, 'POST', '/people', { username: 'eve', roles: ['moderator'] })).body;
  const caller = new Caller(description.url, `User ${eve['token']}`);
  await caller.call('createChannelMessage', { params, body: { content: '!echo two' } });
  await stream.next('MESSAGE_SEND', ({ message }) => (message as { content: string }).content === 'you said two');
  await caller.call('kickMember', { params: { teamId: description.team.id, userId: description.people.dee.id } });
  await new Caller('', undefined).send('POST', description.webhooks.general.url, { body: { content: 'from afar' } });
  return (await control(sandbox, 'GET', `/recordings/${body['id']}`)).body as unknown as Recording;
}

describe('a recording', () => {
  test('holds what people did and what bots answered, by name, at its moment and without tokens', async () => {
    await using it = await openWithBot();
    const recording = await record(it.sandbox, it.stream);
    expect(recording).toMatchObject({
      format: 'botwright-recording',
      version: 1,
      seed: 'botwright',
      clock: 'virtual',
      startedAt: '2026-01-01T00:00:00.000Z',
      steps: [
        { kind: 'act', by: 'cy', operation: 'createChannelMessage', afterMs: 0, body: { content: '!echo one' } },
        { kind: 'answer', by: 'botwright', operation: 'createChannelMessage', body: { content: 'you said one' } },
        { kind: 'act', by: 'ada', operation: 'reactToMessage', afterMs: 60_000 },
        { kind: 'act', by: 'cy', operation: 'uploadAttachment', parts: { image: { base64: expect.any(String) } } },
        { kind: 'act', by: null, operation: 'control:person', body: { username: 'eve', roles: ['moderator'] } },
        { kind: 'act', by: 'eve', body: { content: '!echo two' } },
        { kind: 'answer', by: 'botwright', body: { content: 'you said two' } },
        { kind: 'act', by: 'eve', operation: 'kickMember' },
        { kind: 'act', by: null, operation: 'createMessageWithWebhook' },
      ],
    });
    const text = JSON.stringify(recording);
    expect(text).toContain('[token]');
    for (const { token } of it.sandbox.view.accounts.values()) expect(text).not.toContain(token);
    expect(text).not.toContain(it.sandbox.description.webhooks.general.token);
  });

  test('ends when it is fetched', async () => {
    await using sandbox = await openSandbox();
    const { body } = await control(sandbox, 'POST', '/recordings');
    const path = `/recordings/${body['id']}`;
    expect(await control(sandbox, 'GET', path)).toMatchObject({ status: 200, body: { clock: 'machine', steps: [] } });
    expect(await control(sandbox, 'GET', path)).toMatchObject({ status: 404, body: { code: 'UNKNOWN_RECORDING' } });
  });

  test('holds nothing that was refused', async () => {
    await using sandbox = await openSandbox();
    const { body } = await control(sandbox, 'POST', '/recordings');
    const params = { channelId: sandbox.description.channels.general };
    await callersOf(sandbox).cy.call('createChannelMessage', { params, body: { content: '' } });
    expect(await control(sandbox, 'GET', `/recordings/${body['id']}`)).toMatchObject({ body: { steps: [] } });
  });
});

describe('playing a recording', () => {
  test.each(['botwright', 'another'])('finds the same answers of the same bot in a world of seed %s', async (seed) => {
    await using it = await openWithBot();
    const recording = await record(it.sandbox, it.stream);
    await using again = await openWithBot({ seed });
    const { recorded, played, refused } = await playRecording(again.sandbox, recording);
    expect(refused).toEqual([]);
    expect(recorded).toHaveLength(2);
    expect(played).toEqual(recorded);
    const { body } = await control(again.sandbox, 'GET', '/world');
    expect(JSON.stringify(body)).toContain('from afar');
    expect(again.sandbox.clock.now()).toBe(it.sandbox.clock.now());
  });

  test('shows what a bot answers otherwise', async () => {
    await using it = await openWithBot();
    const recording = await record(it.sandbox, it.stream);
    await using again = await openWithBot({}, 'I heard');
    const { recorded, played } = await playRecording(again.sandbox, recording);
    expect(played.map(({ body }) => body)).toMatchObject([{ content: 'I heard one' }, { content: 'I heard two' }]);
    expect(played).not.toEqual(recorded);
  });

  test('goes no further than an answer that does not come', async () => {
    await using it = await openWithBot();
    const recording = await record(it.sandbox, it.stream);
    await using sandbox = await openSandbox({ clock: 'virtual' });
    expect(await playRecording(sandbox, recording, { patienceMs: 10 })).toMatchObject({ played: [], refused: [] });
  });

  test('tells what people could no longer do', async () => {
    await using it = await openWithBot();
    const recording = await record(it.sandbox, it.stream);
    await using again = await openWithBot();
    await control(again.sandbox, 'POST', '/people', { username: 'eve' });
    const { refused } = await playRecording(again.sandbox, recording);
    expect(refused).toMatchObject([
      { step: 4, status: 400 },
      { step: 7, status: 403 },
    ]);
  });

  test.each([
    ['no recording', { steps: [] }, 'format must be "botwright-recording"'],
    ['a step of nobody', { by: 'zoe' }, 'there is nobody called zoe'],
    ['an unknown operation', { operation: 'dance' }, 'there is no operation dance'],
  ])('refuses %s', async (_what, change, problem) => {
    await using it = await openWithBot();
    const recording = await record(it.sandbox, it.stream);
    const [first] = recording.steps;
    const changed = 'steps' in change ? change : { ...recording, steps: [{ ...first, ...change }] };
    const failure = await playRecording(it.sandbox, changed as Recording).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(RecordingInvalid);
    expect(failure).toMatchObject({ problem: expect.stringContaining(problem) });
  });
});
