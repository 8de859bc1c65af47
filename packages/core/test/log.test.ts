import { describe, expect, test } from 'vitest';
import { type Client, createLog } from '../src/index.js';
import { clientOf, failure, token } from './support/client.js';
import { Service } from './support/service.js';

function memory() {
  const lines: string[] = [];
  return { lines, destination: { write: (line: string) => void lines.push(line) } };
}

describe('the token', () => {
  const cause = new Error(`caused by ${token}`);
  const ways: readonly [string, (log: Client['log']) => void][] = [
    ['in the message', (log) => log.info(`using ${token}`)],
    ['in an interpolation', (log) => log.info('using %s', token)],
    ['as a member', (log) => log.info({ token })],
    ['as a member with a harmless name', (log) => log.info({ thing: token })],
    ['deep in an object', (log) => log.info({ a: { b: [{ c: `Bot ${token}` }] } })],
    ['as a key', (log) => log.info({ [token]: 1 })],
    ["in an error's message and stack", (log) => log.error({ err: new Error(`no ${token}`) })],
    ["in an error's cause", (log) => log.error({ err: new Error('no', { cause }) })],
    [
      "in an error's member",
      (log) => log.error({ err: Object.assign(new Error('no'), { headers: { authorization: token } }) }),
    ],
    ['in a child', (log) => log.child({ token }).info('x')],
    ['in an address', (log) => log.info(`https://x/?token=${encodeURIComponent(token)}`)],
    ['in base64', (log) => log.info(Buffer.from(token).toString('base64'))],
  ];

  test.each(ways)('is in no line when it is logged %s', async (_, say) => {
    const { lines, destination } = memory();
    await using client = clientOf({ url: 'http://127.0.0.1:1' }, { log: { destination } });
    say(client.log);
    expect(lines).toHaveLength(1);
    expect(() => JSON.parse(lines[0] ?? '')).not.toThrow();
    expect(lines[0]).not.toContain(token);
    expect(lines[0]).not.toContain(Buffer.from(token).toString('base64'));
    expect(lines[0]).toContain('[redacted]');
  });

  test('of an odd shape is found in a line too, and a token of somebody else by its shape', () => {
    const { lines, destination } = memory();
    const log = createLog({ destination, secrets: ['odd"and\\odd'] });
    log.info('odd"and\\odd');
    log.info('tly_ffff.somebody.else.xyz');
    expect(lines.join()).not.toMatch(/and\\|somebody/);
  });

  test('is in no error, even when the service says it back', async () => {
    await using service = await Service.start();
    await using client = clientOf(service);
    service.respond = () => ({ status: 403, body: { message: `${token} may not` } });
    const error = await failure(client.api.users.me());
    expect(JSON.stringify(error) + String(error) + (error as Error).stack).not.toContain(token);
    expect(error).toMatchObject({ serviceMessage: '[redacted] may not' });
  });
});
