import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { json } from 'node:stream/consumers';
import { authorization } from '@botwright/protocol';
import { describe, expect, test } from 'vitest';
import type { Sandbox } from '../src/index.js';
import { Caller, callersOf, control, openSandbox } from './support/callers.js';
import { formOf, imageBytes, writtenForm, writtenPart } from './support/files.js';

function upload(caller: Caller, file: Buffer, name?: string) {
  return caller.call('uploadAttachment', { form: formOf({ image: file, type: 'attachment' }, name) });
}

describe('an upload', () => {
  test('is found at its url, byte by byte, without a token', async () => {
    await using sandbox = await openSandbox();
    const { cy } = callersOf(sandbox);
    const { body } = await upload(cy, imageBytes.png, 'cat.png');
    const url = String(body['url']);
    expect(url).toMatch(new RegExp(`^${sandbox.description.url}/cdn/[0-9a-f]{16}\\.png$`));
    const file = await fetch(url);
    expect(Buffer.from(await file.arrayBuffer())).toEqual(imageBytes.png);
  });

  test('can be named as the attachment of a message', async () => {
    await using sandbox = await openSandbox();
    const { cy } = callersOf(sandbox);
    const { url } = (await upload(cy, imageBytes.png)).body;
    const { body } = await cy.call('createChannelMessage', {
      params: { channelId: sandbox.description.channels.general },
      body: { attachments: [{ url }] },
    });
    expect(body['message']).toMatchObject({ attachments: [{ url }] });
  });

  test.each(['png', 'gif', 'webp', 'jpeg'] as const)('that is a %s image is shown, whatever its name', async (type) => {
    await using sandbox = await openSandbox();
    const { body } = await upload(callersOf(sandbox).cy, imageBytes[type], 'page.html');
    const file = await fetch(String(body['url']));
    expect(String(body['url'])).toMatch(new RegExp(`\\.${type}$`));
    expect(file.headers.get('content-type')).toBe(`image/${type}`);
    expect(file.headers.get('content-disposition')).toBe('inline');
  });

  test.each([
    ['an SVG', '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>', 'picture.svg', 'svg'],
    ['a page', '<!doctype html><script>alert(1)</script>', 'page.html', 'html'],
    ['a page that claims to be an image', '<!doctype html>', 'cat.png', 'png'],
    ['text', 'hello', 'notes.TXT', 'txt'],
    ['a file without an ending', 'hello', 'notes', 'bin'],
    ['a file of an odd ending', 'hello', 'notes.a b/..', 'bin'],
  ])('that is %s is only ever saved', async (_what, content, name, ending) => {
    await using sandbox = await openSandbox();
    const { body } = await upload(callersOf(sandbox).cy, Buffer.from(content), name);
    expect(String(body['url'])).toMatch(new RegExp(`/[0-9a-f]{16}\\.${ending}$`));
    const file = await fetch(String(body['url']));
    expect(file.headers.get('content-type')).toBe('application/octet-stream');
    expect(file.headers.get('content-disposition')).toBe('attachment');
    expect(file.headers.get('x-content-type-options')).toBe('nosniff');
    expect(file.headers.get('content-security-policy')).toBe("default-src 'none'; sandbox");
    expect(await file.text()).toBe(content);
  });

  test('may come as `file` with its type in a part of JSON', async () => {
    await using sandbox = await openSandbox();
    const form = formOf({ file: imageBytes.png, payload_json: '{"type":"attachment"}' });
    const reply = await callersOf(sandbox).cy.call('uploadAttachment', { form });
    expect(reply).toMatchObject({ status: 200, body: { url: expect.stringMatching(/\.png$/) } });
  });

  test('may have 10 MiB and no byte more', async () => {
    await using sandbox = await openSandbox();
    const { cy } = callersOf(sandbox);
    const mebibytes = 10 * 1024 * 1024;
    const reply = await upload(cy, Buffer.alloc(mebibytes + 1));
    expect(reply).toMatchObject({ status: 413, body: { code: 'BODY_TOO_LARGE' } });
    const { body } = await upload(cy, Buffer.alloc(mebibytes));
    const file = await fetch(String(body['url']));
    expect((await file.arrayBuffer()).byteLength).toBe(mebibytes);
  });

  test('may be bounded otherwise', async () => {
    await using sandbox = await openSandbox({ maxUploadBytes: 5 });
    const { cy } = callersOf(sandbox);
    expect(await upload(cy, Buffer.from('12345'))).toMatchObject({ status: 200 });
    expect(await upload(cy, Buffer.from('123456'))).toMatchObject({ status: 413 });
  });

  test('without a file name is taken too', async () => {
    await using sandbox = await openSandbox();
    const file = writtenPart('name="image"\r\nContent-Type: application/octet-stream', 'hello');
    const body = `${file}${writtenPart('name="type"', 'attachment')}--b--\r\n`;
    const headers = { 'content-type': writtenForm };
    const reply = await callersOf(sandbox).cy.send('POST', '/api/v1/upload', { body, headers });
    expect(reply).toMatchObject({ status: 200, body: { url: expect.stringMatching(/\.bin$/) } });
  });

  test('that breaks off is refused and leaves nothing behind', async () => {
    await using sandbox = await openSandbox();
    const { cy } = callersOf(sandbox);
    const headers = { 'content-type': writtenForm };
    const body = writtenPart('name="image"; filename="a"', 'hel');
    const reply = await cy.send('POST', '/api/v1/upload', { body, headers });
    expect(reply.status).toBe(400);
    expect((await control(sandbox, 'GET', '/world')).body['files']).toEqual([]);
  });

  test('as JSON is refused', async () => {
    await using sandbox = await openSandbox();
    const reply = await callersOf(sandbox).cy.call('uploadAttachment', { body: { image: 'x', type: 'y' } });
    expect(reply).toMatchObject({ status: 415, body: { code: 'UNSUPPORTED_MEDIA_TYPE' } });
  });
});

test('what all uploads measure together is bounded, by what is kept', async () => {
  await using sandbox = await openSandbox({ maxTotalUploadBytes: 100 });
  const { ada, cy } = callersOf(sandbox);
  expect(await upload(cy, Buffer.alloc(60))).toMatchObject({ status: 200 });
  expect(await upload(cy, Buffer.alloc(41))).toMatchObject({ status: 413, body: { code: 'UPLOADS_FULL' } });
  const params = { teamId: sandbox.description.team.id };
  const form = formOf({ emoji: Buffer.concat([imageBytes.gif, Buffer.alloc(50)]), name: 'wave' });
  expect(await ada.call('createCustomReaction', { params, form })).toMatchObject({ status: 413 });
  expect(await upload(cy, Buffer.alloc(40))).toMatchObject({ status: 200 });
  await control(sandbox, 'POST', '/reset');
  expect(await upload(callersOf(sandbox).cy, Buffer.alloc(100))).toMatchObject({ status: 200 });
});

test('a file that nobody uploaded is not there', async () => {
  await using sandbox = await openSandbox();
  const reply = await new Caller(sandbox.description.url, undefined).send('GET', '/cdn/0000000000000000.png');
  expect(reply).toMatchObject({ status: 404, body: { code: 'UNKNOWN_FILE' } });
});

/** Calls by a Host of one's own, which `fetch` lets nobody name. */
async function uploadTo(host: string, { description }: Sandbox): Promise<string> {
  const file = writtenPart('name="image"; filename="a.txt"', 'hello');
  const call = request(`${description.url}/api/v1/upload`, {
    method: 'POST',
    headers: { host, authorization: authorization(description.people.cy.token, 'User'), 'content-type': writtenForm },
  });
  call.end(`${file}${writtenPart('name="type"', 'attachment')}--b--\r\n`);
  const [response] = (await once(call, 'response')) as [IncomingMessage];
  return ((await json(response)) as { url: string }).url;
}

test('the url of an upload goes by the name under which its caller reached the sandbox', async () => {
  await using sandbox = await openSandbox();
  const { port } = new URL(sandbox.description.url);
  expect(await uploadTo(`localhost:${port}`, sandbox)).toMatch(new RegExp(`^http://localhost:${port}/cdn/`));
});
