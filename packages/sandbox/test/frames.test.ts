import { once } from 'node:events';
import { describe, expect, test } from 'vitest';
import type { RawData } from 'ws';
import { control, ledger, openSandbox } from './support/callers.js';
import { connect, type Stream } from './support/stream.js';

/** The next thing that comes on a connection, down to its bytes; the stream itself reads frames alone. */
async function nextRaw({ socket }: Stream): Promise<{ data: Buffer; isBinary: boolean }> {
  socket.removeAllListeners('message');
  const [data, isBinary] = (await once(socket, 'message')) as [RawData, boolean];
  return { data: data as Buffer, isBinary };
}

describe('a frame of any kind', () => {
  test('reaches every connection of its user, and nobody else', async () => {
    await using sandbox = await openSandbox();
    const { bot } = sandbox.description;
    await using one = await connect(sandbox, 'bot');
    await using two = await connect(sandbox, 'bot');
    await using other = await connect(sandbox, 'cy');
    const frame = { to: bot.id, t: 'SOMETHING_NEW', d: { any: ['thing'] } };
    expect(await control(sandbox, 'POST', '/frames', frame)).toMatchObject({ status: 200, body: { connections: 2 } });
    expect(await one.next('SOMETHING_NEW')).toEqual({ any: ['thing'] });
    expect(await two.next('SOMETHING_NEW')).toEqual({ any: ['thing'] });
    await other.settled();
    expect(other.kinds()).not.toContain('SOMETHING_NEW');
    expect(await ledger(sandbox)).toContainEqual(
      expect.objectContaining({
        kind: 'frame-out',
        event: 'SOMETHING_NEW',
        by: bot.id,
        body: { t: frame.t, d: frame.d },
      }),
    );
  });

  test.each([
    ['text that is no JSON', { text: '{"t":' }, Buffer.from('{"t":'), false],
    ['bytes', { base64: '//4A' }, Buffer.from([0xff, 0xfe, 0x00]), true],
  ])('can be %s', async (_what, content, data, isBinary) => {
    await using sandbox = await openSandbox();
    await using stream = await connect(sandbox, 'bot');
    const coming = nextRaw(stream);
    expect(sandbox.sendFrame({ to: sandbox.description.bot.id, ...content })).toBe(1);
    expect(await coming).toEqual({ data, isBinary });
  });

  test('stands in the ledger on one line, whatever it is', async () => {
    await using sandbox = await openSandbox();
    await using stream = await connect(sandbox, 'bot');
    // What comes is no frame to read.
    stream.socket.removeAllListeners('message');
    const { id: to } = sandbox.description.bot;
    for (const text of ['{\n"t":"X"}', 'no\nJSON']) sandbox.sendFrame({ to, text });
    const [one, two] = (await ledger(sandbox)).slice(-2);
    expect([one?.['body'], two?.['body']]).toEqual([{ t: 'X' }, 'no\nJSON']);
  });

  test('can be a text frame that is not UTF-8', async () => {
    await using sandbox = await openSandbox();
    await using stream = await connect(sandbox, 'bot');
    const failing = once(stream.socket, 'error');
    sandbox.sendFrame({ to: sandbox.description.bot.id, base64: '//4A', as: 'text' });
    expect(await failing).toMatchObject([{ code: 'WS_ERR_INVALID_UTF8' }]);
  });

  test.each([
    ['to nobody', { to: 'nobody', text: '' }, 404, 'UNKNOWN_USER'],
    ['that says nothing', { to: 'x' }, 400, 'BAD_INPUT'],
    ['of two forms', { to: 'x', text: '', base64: '' }, 400, 'BAD_INPUT'],
    ['of bad base64', { to: 'x', base64: '!' }, 400, 'BAD_INPUT'],
  ])('is refused %s', async (_what, body, status, code) => {
    await using sandbox = await openSandbox();
    expect(await control(sandbox, 'POST', '/frames', body)).toMatchObject({ status, body: { code } });
  });
});
