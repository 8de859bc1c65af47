import { Message } from '@botwright/protocol';
import { expect, test } from 'vitest';
import { type Client, createLog, TokenShared, VirtualClock } from '../src/index.js';
import { Nonces } from '../src/rest/nonces.js';
import { SharedTokenWatch } from '../src/shared-token.js';
import { caughtUp, connected } from './support/catching-up.js';
import { clientOf } from './support/client.js';
import { Service, type ServiceSocket } from './support/service.js';
import { ada, botUser, message, team } from './support/shapes.js';

const minuteMs = 60_000;

test('of two processes with one token each learns of the other as soon as that says something, and from what it says itself nothing', async () => {
  await using service = await Service.start();
  const sockets: ServiceSocket[] = [];
  const clock = new VirtualClock();
  service.respond = ({ method, body }) => {
    if (method !== 'POST') return { body: { success: true, messages: [] } };
    const { content, nonce } = JSON.parse(body);
    const createdAt = new Date(clock.now()).toISOString();
    const said = message({ id: content, content, nonce, createdBy: botUser, createdAt });
    for (const socket of sockets)
      socket.send('MESSAGE_SEND', { message: said, channelId: said.channelId, teamId: team.id });
    return { body: { success: true, message: said } };
  };
  await using stack = new AsyncDisposableStack();
  const processes: { client: Client; warnings: string[] }[] = [];
  for (const _ of ['the first', 'the second']) {
    const client = stack.use(clientOf(service, { clock }));
    const warnings: string[] = [];
    client.onTokenShared(({ messageId }) => warnings.push(messageId));
    client.events.on('MESSAGE_SEND', () => undefined);
    processes.push({ client, warnings });
    sockets.push(await connected(service, client));
  }
  await clock.advance(minuteMs - 1_000);
  for (const socket of sockets) socket.send('HEARTBEAT_ACK', {});
  const [first, second] = processes;
  const say = async (by: typeof first, what: string) => {
    await by?.client.api.messages.create('00000000000000c0', { content: what });
    await Promise.all(processes.map(({ client }, index) => caughtUp(client, sockets[index] as ServiceSocket)));
  };
  await say(first, 'm1');
  // It might be the last word of an earlier life of the second one.
  expect(second?.warnings).toEqual([]);
  await clock.advance(1_000);
  await say(first, 'm2');
  await say(first, 'm3');
  expect(processes.map(({ warnings }) => warnings)).toEqual([[], ['m2']]);
  await say(second, 'm4');
  expect(processes.map(({ warnings }) => warnings)).toEqual([['m4'], ['m2']]);
});

/** A watch over a process that has been ready for five minutes, and its nonces. */
async function watching() {
  const clock = new VirtualClock();
  const lines: string[] = [];
  const log = createLog({ destination: { write: (line) => lines.push(line) } });
  const nonces = new Nonces();
  const watch = new SharedTokenWatch({ clock, log, isAnothers: (nonce) => nonces.isAnothers(nonce) });
  watch.ready(botUser.id);
  const began = clock.now();
  await clock.advance(5 * minuteMs);
  const at = (ms: number) => new Date(began + ms).toISOString();
  const said = (changes: Record<string, unknown>) =>
    Message.parse(message({ createdBy: botUser, createdAt: at(5 * minuteMs), nonce: new Nonces().next(), ...changes }));
  return { lines, watch, nonces, at, said };
}

test('what the own account says with the nonce of another process is warned of, once', async () => {
  const { watch, lines, said } = await watching();
  const heard: TokenShared[] = [];
  watch.onShared((warning) => heard.push(warning));
  watch.see(said({ id: 'm1', channelId: 'c1' }));
  watch.see(said({ id: 'm2', channelId: 'c1' }));
  expect(heard).toEqual([new TokenShared('c1', 'm1')]);
  expect(watch.warning).toBe(heard[0]);
  expect(lines.filter((line) => line.includes('TOKEN_SHARED'))).toHaveLength(1);
  const late: TokenShared[] = [];
  watch.onShared((warning) => late.push(warning));
  expect(late).toEqual(heard);
});

test('nothing is warned of that may be the own doing, or somebody else altogether', async () => {
  const { watch, nonces, at, said } = await watching();
  watch.see(said({ nonce: nonces.next() }));
  watch.see(said({ nonce: null }));
  watch.see(said({ nonce: 'chosen by who wrote the bot' }));
  watch.see(said({ createdBy: ada }));
  // Read from the history: an earlier life of this process sent it.
  watch.see(said({ createdAt: at(-minuteMs) }));
  watch.see(said({ createdAt: at(1_000) }));
  expect(watch.warning).toBeUndefined();
});

test('what comes within a minute of READY may be the last words of an earlier life, also by a clock that is ahead', () => {
  const clock = new VirtualClock();
  const watch = new SharedTokenWatch({ clock, log: createLog({ level: 'silent' }), isAnothers: () => true });
  const later = new Date(clock.now() + 60 * minuteMs).toISOString();
  const said = Message.parse(message({ createdBy: botUser, createdAt: later, nonce: new Nonces().next() }));
  watch.see(said);
  watch.ready(botUser.id);
  watch.see(said);
  expect(watch.warning).toBeUndefined();
});

test('a second READY does not begin the minute anew', async () => {
  const { watch, said } = await watching();
  watch.ready(botUser.id);
  watch.see(said({}));
  expect(watch.warning).toBeInstanceOf(TokenShared);
});
