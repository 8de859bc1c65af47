import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { apiPrefix, authorization } from '@botwright/protocol';
import { describe, expect, test } from 'vitest';
import { callersOf, openSandbox } from './support/callers.js';

const upload = `${apiPrefix}/upload`;

function form(parts: Record<string, string | Blob>): FormData {
  const data = new FormData();
  for (const [name, value] of Object.entries(parts)) data.append(name, value);
  return data;
}

/** The first line of a request and its headers, as they go over the wire. */
function head(line: string, headers: Record<string, string>): string {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  return `${line} HTTP/1.1\r\n${lines.join('')}\r\n`;
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

  test('may hold several files up to that limit together', async () => {
    await using sandbox = await openSandbox({ maxUploadBytes: 20 });
    const { bot } = callersOf(sandbox);
    const send = (bytes: number) =>
      bot.call('uploadAttachment', { form: form({ image: file(10), other: file(bytes), type: 'attachment' }) });
    expect(await send(10)).toMatchObject({ status: 200 });
    expect(await send(11)).toMatchObject({ status: 413, body: { code: 'BODY_TOO_LARGE' } });
  });

  test('may hold a text of 64 KiB and no byte more', async () => {
    await using sandbox = await openSandbox();
    const { bot } = callersOf(sandbox);
    const send = (length: number) =>
      bot.call('uploadAttachment', { form: form({ image: file(), type: 'x'.repeat(length) }) });
    expect(await send(64 * 1024)).toMatchObject({ status: 200 });
    expect(await send(64 * 1024 + 1)).toMatchObject({
      status: 413,
      body: { code: 'BODY_TOO_LARGE', message: 'a part that is no file may have at most 65536 bytes' },
    });
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

  test('is read to its end where it is refused, and the connection serves the next call', async () => {
    await using sandbox = await openSandbox();
    const { host, hostname, port } = new URL(sandbox.description.url);
    const body = '--x\r\ncontent-disposition: form-data; name="p"\r\n\r\nx\r\n'.repeat(20_000);
    const sent = { host, authorization: authorization(sandbox.description.bot.token) };
    const socket = connect(Number(port), hostname);
    socket.write(head(`POST ${upload}`, { ...sent, 'content-type': boundary, 'content-length': String(body.length) }));
    socket.write(body);
    socket.write(head(`GET ${apiPrefix}/me`, { ...sent, connection: 'close' }));
    const answers = await text(socket);
    expect(answers.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 413', 'HTTP/1.1 200']);
  });

  test('is taken by no operation that takes JSON', async () => {
    await using sandbox = await openSandbox();
    const reply = await callersOf(sandbox).bot.send('POST', `${apiPrefix}/me/status`, { form: form({ content: 'x' }) });
    expect(reply).toMatchObject({ status: 415, body: { code: 'UNSUPPORTED_MEDIA_TYPE' } });
  });
});
