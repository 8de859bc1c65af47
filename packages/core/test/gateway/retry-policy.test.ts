import { expect, test } from 'vitest';
import { type GatewayOptions, resolveGatewayOptions } from '../../src/gateway/options.js';
import { RetryPolicy } from '../../src/gateway/retry-policy.js';
import { ConnectionLost, SessionsRejected, VirtualClock } from '../../src/index.js';

const minuteMs = 60_000;
const dayMs = 86_400_000;

/** The policy without chance: each pause is as long as the jitter lets it be, or as short. */
function policyWith({ random = 0, ...options }: GatewayOptions & { readonly random?: number } = {}) {
  const clock = new VirtualClock();
  const policy = new RetryPolicy(clock, resolveGatewayOptions(options), () => random);
  policy.begin();
  const closed = new ConnectionLost('it was closed with 1012', { closeCode: 1012 });
  return {
    clock,
    policy,
    /** A session that stands so long before the service closes it. */
    session: async (ms: number, cause = closed) => {
      policy.ready();
      await clock.advance(ms);
      return policy.lost(cause);
    },
  };
}

test('sessions that end within a minute begin five seconds apart, counted from one READY to the next try', async () => {
  const { clock, session } = policyWith();
  await session(1_000);
  expect(await session(1_000)).toEqual({ step: 'lost', retryInMs: 4_000 });
  await clock.advance(4_000);
  expect(await session(3_000)).toEqual({ step: 'lost', retryInMs: 2_000 });
  await clock.advance(2_000);
  expect(await session(5_000)).toEqual({ step: 'lost', retryInMs: 0 });
});

test('a session that stood for a minute makes up for those that did not', async () => {
  const { session } = policyWith({ random: 1 });
  for (let short = 0; short < 4; short += 1) await session(minuteMs - 1);
  expect(await session(minuteMs)).toEqual({ step: 'lost', retryInMs: 1_000 });
});

test('so many short sessions as a day may hold end in a refusal that says so', async () => {
  const { session } = policyWith({ shortSessionsPerDay: 3 });
  const cause = new ConnectionLost('it was closed with 1000', { closeCode: 1000 });
  expect((await session(1, cause)).step).toBe('lost');
  expect((await session(1, cause)).step).toBe('lost');
  const last = await session(1, cause);
  expect(last).toMatchObject({ step: 'refused', cause: { sessions: 3, cause } });
  expect(last).toHaveProperty('cause', expect.any(SessionsRejected));
});

test('short sessions are forgotten a day after they began', async () => {
  const { clock, session } = policyWith({ shortSessionsPerDay: 3 });
  await session(1);
  await clock.advance(1_000);
  await session(1);
  await clock.advance(dayMs - 1_002);
  // The first is a day old to the millisecond, the second not yet.
  expect((await session(1)).step).toBe('lost');
  expect((await session(1)).step).toBe('refused');
});

test('tries without READY are no sessions', () => {
  const { policy } = policyWith({ shortSessionsPerDay: 1 });
  for (let attempt = 1; attempt <= 3; attempt += 1) {
    expect(policy.lost(new ConnectionLost('the network failed')).step).toBe('lost');
  }
});

test('the time without READY counts from the first try, not from when the bot was made', async () => {
  const { clock, policy } = policyWith();
  await clock.advance(10 * minuteMs);
  policy.begin();
  await clock.advance(5 * minuteMs - 1);
  expect(policy.lost(new ConnectionLost('the network failed')).step).toBe('lost');
  await clock.advance(1);
  expect(policy.lost(new ConnectionLost('the network failed')).step).toBe('lost again');
});

test('a pause that the service asks for is kept, ten minutes at most', () => {
  const asking = (retryAfterMs: number) =>
    policyWith().policy.lost(new ConnectionLost('the handshake was answered with HTTP 429', { retryAfterMs }));
  expect(asking(20_000)).toMatchObject({ retryInMs: 20_000 });
  expect(asking(86_400_000)).toMatchObject({ retryInMs: 600_000 });
});

test('a session that the service closed as soon as it began is followed by the next five seconds after its READY', async () => {
  const { session } = policyWith();
  const closed = new ConnectionLost('it was closed with 1000', { closeCode: 1000 });
  expect(await session(1_000, closed)).toEqual({ step: 'lost', retryInMs: 4_000 });
});

test.for([
  ['broke off', new ConnectionLost('the network failed')],
  ['was closed with 1001, since the service goes away', new ConnectionLost('closed', { closeCode: 1001 })],
  ['was closed with 1012, since the service begins anew', new ConnectionLost('closed', { closeCode: 1012 })],
] as const)(
  'a session that %s is replaced at once, and a second one five seconds after it began',
  async ([, cause]) => {
    const { session } = policyWith();
    expect(await session(1_000, cause)).toEqual({ step: 'lost', retryInMs: 0 });
    expect(await session(1_000, cause)).toEqual({ step: 'lost', retryInMs: 4_000 });
  },
);
