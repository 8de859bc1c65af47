import { Client, type GatewayState, VirtualClock } from '@botwright/core';
import { createSandbox, type Sandbox } from '@botwright/sandbox';
import { describe, expect, test } from 'vitest';

/** Lets a person say something in a channel that everybody sees. */
async function say(sandbox: Sandbox, content: string): Promise<void> {
  const { channels, people } = sandbox.description;
  const reply = await sandbox.inject({
    method: 'POST',
    url: `/api/v1/channels/${channels['general']}/messages`,
    headers: { authorization: `User ${people['ada']?.token}`, 'content-type': 'application/json' },
    payload: JSON.stringify({ content }),
  });
  expect(reply.statusCode).toBe(200);
}

function reached(client: Client, state: GatewayState): Promise<{ readonly retryInMs?: number }> {
  return new Promise((resolve) => {
    const stop = client.gateway.onStateChange((change) => {
      if (change.to !== state) return;
      stop();
      resolve(change);
    });
  });
}

describe('in a sandbox with a clock of its own, what is said while the connection is gone comes afterwards', () => {
  test.for([
    ['shares that clock', true, 2026],
    ['has the clock of its machine, which is ahead', false, 2001],
    ['has the clock of its machine, which is behind', false, 2101],
  ] as const)('to a bot that %s', async ([, isShared, year]) => {
    const clock = new VirtualClock(Date.UTC(year, 0, 1));
    await using sandbox = await createSandbox({ clock });
    const { bot, url } = await sandbox.listen();
    const own = isShared && { clock };
    await using client = new Client({ token: bot.token, baseUrl: url, log: { level: 'silent' }, ...own });
    const said: string[] = [];
    client.events.on('MESSAGE_SEND', ({ message, replayed }) => said.push(`${replayed ? '*' : ''}${message.content}`));
    await say(sandbox, 'before the bot began to listen');
    await clock.advance(60_000);
    await client.connect();
    await clock.advance(10_000);
    const lost = reached(client, 'reconnecting');
    const ready = reached(client, 'ready');
    // biome-ignore lint/suspicious/noThenProperty: a rule of the fault board says what happens then.
    sandbox.faults.set([{ on: 'gateway', by: bot.id, times: 1, then: { reset: true } }]);
    const { retryInMs = 0 } = await lost;
    sandbox.faults.clear();
    await say(sandbox, 'hello');
    if (isShared) await clock.advance(retryInMs);
    await ready;
    await client.replay.idle();
    expect(said).toEqual(['*hello']);
    expect(client.replay.stats.incomplete).toBe(0);
  });
});
