import { once } from 'node:events';
import { apiPrefix, gatewayPath } from '@botwright/protocol';
import { Pool } from 'undici';
import { WebSocket } from 'ws';
import { median, reported, start } from './children.ts';
import type { Listening } from './servers/report.ts';

const rounds = 5;
const calls = 5_000;
const warmUpCalls = 500;
const concurrency = 32;
const listeners = 3;
const servers = ['bare', 'sandbox'] as const;

interface Measurement {
  readonly cpuPerCall: number;
  readonly callsPerSecond: number;
}

async function createMessages(pool: Pool, { authorization, channelId }: Listening, count: number): Promise<void> {
  let left = count;
  const headers = { authorization, 'content-type': 'application/json' };
  const body = JSON.stringify({ content: `hello ${'x'.repeat(260)}` });
  const path = `${apiPrefix}/channels/${channelId}/messages`;
  const work = async (): Promise<void> => {
    while (left > 0) {
      left -= 1;
      const { statusCode, body: reply } = await pool.request({ path, method: 'POST', headers, body });
      await reply.dump();
      if (statusCode !== 200) throw new Error(`a call was answered with ${statusCode}`);
    }
  };
  await Promise.all(Array.from({ length: concurrency }, work));
}

interface Ear {
  readonly socket: WebSocket;
  /** Resolves when every message has been heard. */
  readonly heardAll: Promise<void>;
}

async function listen({ origin, authorization }: Listening): Promise<Ear> {
  const socket = new WebSocket(origin.replace('http', 'ws') + gatewayPath, { headers: { authorization } });
  const all = Promise.withResolvers<void>();
  let heard = 0;
  socket.on('message', (frame) => {
    if (!String(frame).startsWith('{"t":"MESSAGE_SEND"')) return;
    heard += 1;
    if (heard === warmUpCalls + calls) all.resolve();
  });
  await once(socket, 'message');
  return { socket, heardAll: all.promise };
}

async function measure(name: (typeof servers)[number]): Promise<Measurement> {
  const server = start(`servers/${name}.ts`);
  const cpu = async (): Promise<number> => {
    server.send('cpu');
    return (await reported<{ cpu: number }>(server)).cpu;
  };
  try {
    const where = await reported<Listening>(server);
    const pool = new Pool(where.origin, { connections: concurrency });
    const ears = await Promise.all(Array.from({ length: listeners }, () => listen(where)));
    await createMessages(pool, where, warmUpCalls);
    const before = { cpu: await cpu(), at: performance.now() };
    await createMessages(pool, where, calls);
    const seconds = (performance.now() - before.at) / 1000;
    const cpuPerCall = ((await cpu()) - before.cpu) / calls;
    await Promise.all(ears.map(({ heardAll }) => heardAll));
    for (const { socket } of ears) socket.terminate();
    await pool.destroy();
    return { cpuPerCall, callsPerSecond: calls / seconds };
  } finally {
    server.kill('SIGKILL');
  }
}

/** What a call of the sandbox costs beside a server without rules. */
export async function sandboxCost(): Promise<string> {
  const figures = { bare: [] as Measurement[], sandbox: [] as Measurement[] };
  for (let round = 0; round < rounds; round += 1) {
    for (const name of servers) figures[name].push(await measure(name));
  }
  const cpu = (name: (typeof servers)[number]) => median(figures[name].map(({ cpuPerCall }) => cpuPerCall));
  const rate = (name: (typeof servers)[number]) => median(figures[name].map(({ callsPerSecond }) => callsPerSecond));
  return `## What the sandbox costs

Creating a message while ${listeners} connections listen, ${concurrency} calls at a time, median of ${rounds} runs each, in turn. The bare server is
node:http and ws: it reads JSON, keeps the message, tells every socket and answers; it knows no rules and no ledger. A run
counts only if every call was answered with 200 and every connection heard every message.

| | bare server | sandbox | ratio |
|---|---:|---:|---:|
| CPU time a call | ${cpu('bare').toFixed(0)} µs | ${cpu('sandbox').toFixed(0)} µs | ${(cpu('sandbox') / cpu('bare')).toFixed(2)} |
| calls a second | ${rate('bare').toFixed(0)} | ${rate('sandbox').toFixed(0)} | ${(rate('sandbox') / rate('bare')).toFixed(2)} |
`;
}
