import { apiPrefix } from '@botwright/protocol';
import { describe, expect, test } from 'vitest';
import { callersOf, openSandbox } from './support/callers.js';

const upload = `${apiPrefix}/upload`;

function form(parts: Record<string, string | Blob>): FormData {
  const data = new FormData();
  for (const [name, value] of Object.entries(parts)) data.append(name, value);
  return data;
}

const file = (bytes = 10) => new Blob([new Uint8Array(bytes)]);

describe('a multipart body', () => {
  test('is taken with each name and form that some client gives its parts', async () => {
    await using sandbox = await openSandbox();
    const { bot } = callersOf(sandbox);
    const bodies = [
      form({ image: file(), type: 'attachment' }),
      form({ type: 'attachment', file: file() }),
      form({ file: file(), payload_json: JSON.stringify({ type: 'attachment' }) }),
    ];
    for (const body of bodies)
      expect(await bot.call('uploadAttachment', { form: body })).toMatchObject({ status: 200 });
  });

  test('may hold a file up to the limit and no byte more', async () => {
    await using sandbox = await openSandbox({ maxUploadBytes: 3 * 1024 * 1024 });
    const { bot } = callersOf(sandbox);
    const send = (bytes: number) =>
      bot.call('uploadAttachment', { form: form({ image: file(bytes), type: 'attachment' }) });
    expect(await send(3 * 1024 * 1024)).toMatchObject({ status: 200 });
    expect(await send(3 * 1024 * 1024 + 1)).toMatchObject({ status: 413, body: { code: 'BODY_TOO_LARGE' } });
  });

  const boundary = 'multipart/form-data; boundary=x';
  const broken = '--x\r\ncontent-disposition: form-data; name="image"; filename="a"\r\n\r\nbytes without an end';
  test.each([
    ['as JSON', 'application/json', '{"type":"attachment"}', 415, 'UNSUPPORTED_MEDIA_TYPE', /multipart\/form-data/],
    ['without a boundary', 'multipart/form-data', '--x', 400, 'MALFORMED_MULTIPART', /boundary/i],
    ['broken off', boundary, broken, 400, 'MALFORMED_MULTIPART', /is not multipart\/form-data/],
    ['with no part', boundary, '--x--\r\n', 400, 'BAD_INPUT', /^image /],
  ])('is refused %s', async (_what, contentType, body, status, code, message) => {
    await using sandbox = await openSandbox();
    const { bot } = callersOf(sandbox);
    const reply = await bot.send('POST', upload, { body, headers: { 'content-type': contentType } });
    expect(reply).toMatchObject({ status, body: { success: false, code } });
    expect(reply.body.message).toMatch(message);
  });

  test('is refused where its JSON part is none', async () => {
    await using sandbox = await openSandbox();
    const reply = await callersOf(sandbox).bot.call('uploadAttachment', {
      form: form({ file: file(), payload_json: '{"type"' }),
    });
    expect(reply).toMatchObject({ status: 400, body: { message: 'payload_json is not a JSON object' } });
  });

  test('is refused with too many parts', async () => {
    await using sandbox = await openSandbox();
    const many = Object.fromEntries(Array.from({ length: 20 }, (_, index) => [`part${index}`, 'x']));
    const reply = await callersOf(sandbox).bot.call('uploadAttachment', { form: form(many) });
    expect(reply).toMatchObject({ status: 413, body: { success: false } });
  });

  test('is taken by no operation that takes JSON', async () => {
    await using sandbox = await openSandbox();
    const reply = await callersOf(sandbox).bot.send('POST', `${apiPrefix}/me/status`, { form: form({ content: 'x' }) });
    expect(reply).toMatchObject({ status: 415, body: { code: 'UNSUPPORTED_MEDIA_TYPE' } });
  });
});
