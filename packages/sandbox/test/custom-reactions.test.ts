import type { Emoji } from '@botwright/protocol';
import { describe, expect, test } from 'vitest';
import type { Sandbox } from '../src/index.js';
import { type Caller, callersOf, openSandbox } from './support/callers.js';
import { formOf, imageBytes } from './support/files.js';

function inTeam({ description }: Sandbox, reactionId = '') {
  return { params: { teamId: description.team.id, reactionId } };
}

function create(sandbox: Sandbox, caller: Caller, form: FormData) {
  return caller.call('createCustomReaction', { ...inTeam(sandbox), form });
}

async function list(sandbox: Sandbox): Promise<Emoji[]> {
  const { body } = await callersOf(sandbox).dee.call('getCustomReactions', inTeam(sandbox));
  return body['reactions'] as Emoji[];
}

describe('a custom reaction', () => {
  test.each(['png', 'gif', 'webp', 'jpeg'] as const)('is made of a %s image and shows it', async (type) => {
    await using sandbox = await openSandbox();
    const { bot } = callersOf(sandbox);
    const { body } = await create(sandbox, bot, formOf({ name: 'tea', emoji: imageBytes[type] }));
    const emoji = body['emoji'] as Emoji;
    expect(emoji).toMatchObject({ name: 'tea', createdBy: sandbox.description.bot.id, updatedBy: null });
    expect(await list(sandbox)).toEqual([emoji]);
    const image = await fetch(emoji.url);
    expect(image.headers.get('content-type')).toBe(`image/${type}`);
    expect(Buffer.from(await image.arrayBuffer())).toEqual(imageBytes[type]);
  });

  test('may have its name in a part of JSON', async () => {
    await using sandbox = await openSandbox();
    const { bot } = callersOf(sandbox);
    const form = formOf({ payload_json: '{"name":"tea"}', emoji: imageBytes.png });
    expect((await create(sandbox, bot, form)).body['emoji']).toMatchObject({ name: 'tea' });
  });

  test.each([
    ['what is no image', { name: 'tea', emoji: Buffer.from('<svg/>') }, 400, /^emoji must be a PNG, GIF, WebP or JPEG/],
    ['no bytes', { name: 'tea', emoji: Buffer.alloc(0) }, 400, /^emoji must be a PNG/],
    ['text in place of the file', { name: 'tea', emoji: 'a.png' }, 400, /^emoji is not a file$/],
    ['a file in place of the name', { name: imageBytes.png, emoji: imageBytes.png }, 400, /^name must be a string$/],
    ['an empty name', { name: '', emoji: imageBytes.png }, 400, /^name must be at least 1/],
  ])('is refused with %s', async (_what, parts, status, message) => {
    await using sandbox = await openSandbox();
    const reply = await create(sandbox, callersOf(sandbox).bot, formOf(parts));
    expect(reply).toMatchObject({ status, body: { code: 'BAD_INPUT', message: expect.stringMatching(message) } });
    expect(await list(sandbox)).toEqual([]);
  });

  test('may have 256 KiB and no byte more', async () => {
    await using sandbox = await openSandbox();
    const { bot } = callersOf(sandbox);
    const image = (size: number) => Buffer.concat([imageBytes.png, Buffer.alloc(size - imageBytes.png.length)]);
    const reply = await create(sandbox, bot, formOf({ name: 'big', emoji: image(256 * 1024 + 1) }));
    expect(reply).toMatchObject({ status: 413, body: { code: 'BODY_TOO_LARGE' } });
    expect(await create(sandbox, bot, formOf({ name: 'big', emoji: image(256 * 1024) }))).toMatchObject({
      status: 200,
    });
  });

  test.each([{ name: 'coffee' }, { newName: 'coffee' }])('is renamed by %o', async (body) => {
    await using sandbox = await openSandbox();
    const { ada, bot } = callersOf(sandbox);
    const made = await create(sandbox, bot, formOf({ name: 'tea', emoji: imageBytes.png }));
    const { id } = made.body['emoji'] as Emoji;
    expect(await ada.call('updateCustomReaction', { ...inTeam(sandbox, id), body })).toMatchObject({ status: 200 });
    expect(await list(sandbox)).toMatchObject([
      { id, name: 'coffee', updatedBy: sandbox.description.people.ada.id, updatedAt: expect.any(String) },
    ]);
  });

  test('that is deleted is listed no longer, and its image stays where messages show it', async () => {
    await using sandbox = await openSandbox();
    const { bot } = callersOf(sandbox);
    const made = await create(sandbox, bot, formOf({ name: 'tea', emoji: imageBytes.png }));
    const { id, url } = made.body['emoji'] as Emoji;
    expect(await bot.call('deleteCustomReaction', inTeam(sandbox, id))).toMatchObject({ status: 200 });
    expect(await list(sandbox)).toEqual([]);
    expect((await fetch(url)).status).toBe(200);
    expect(await bot.call('deleteCustomReaction', inTeam(sandbox, id))).toMatchObject({
      status: 404,
      body: { code: 'UNKNOWN_REACTION' },
    });
  });
});
