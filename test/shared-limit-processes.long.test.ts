import { apiPrefix, authorization, type Channel } from '@botwright/protocol';
import { createSandbox, type SandboxDescription } from '@botwright/sandbox';
import { describe, expect, test } from 'vitest';
import { hasRedis, RedisServer } from '../packages/cluster/test/support/redis-server.js';
import { Child } from './support/child.js';

const processes = 4;
const seconds = 20;
const perSecond = 50;
/** How long refusals of one channel after the other leave it open whether they share a limit. */
const learningMs = 2_000;

interface Report {
  /** Epoch milliseconds. */
  readonly refusedAt: readonly number[];
  readonly served: number;
}

async function makeChannels({ url, team, people }: SandboxDescription, count: number): Promise<string[]> {
  const headers = { authorization: authorization(people.ada.token, 'User'), 'content-type': 'application/json' };
  const made: string[] = [];
  for (let index = 0; index < count; index += 1) {
    const body = JSON.stringify({ name: `busy ${index}`, type: 'text' });
    const reply = await fetch(`${url}${apiPrefix}/teams/${team.id}/channels`, { method: 'PUT', headers, body });
    const { channel } = (await reply.json()) as { channel: Channel };
    made.push(channel.id);
  }
  return made;
}

async function reportOf(args: readonly string[], environment: Record<string, string>): Promise<Report> {
  await using child = new Child(['--no-warnings', 'test/support/read-often.ts', ...args], environment);
  expect(await child.exit()).toBe(0);
  return JSON.parse(child.stdout);
}

function mostWithin(times: readonly number[], windowMs: number): number {
  return Math.max(0, ...times.map((from) => times.filter((at) => at >= from && at < from + windowMs).length));
}

/** Lets four processes ask for all they can get of one limit of 50 calls a second. */
async function refusalsOver(channelCount: number, environment: Record<string, string> = {}) {
  await using sandbox = await createSandbox({ rateLimit: { perSecond } });
  const description = await sandbox.listen();
  const channels = await makeChannels(description, channelCount);
  const args = [description.url, description.bot.token, String(seconds), ...channels];
  const reports = await Promise.all(Array.from({ length: processes }, () => reportOf(args, environment)));
  const late = reports.map(({ refusedAt: [first = 0, ...others] }) => others.filter((at) => at > first + learningMs));
  return {
    refused: reports.flatMap(({ refusedAt }) => refusedAt).length,
    most: Math.max(...reports.map(({ refusedAt }) => mostWithin(refusedAt, 1_000))),
    lateMean: late.flat().length / processes / (seconds - learningMs / 1_000),
    share: reports.reduce((sum, { served }) => sum + served, 0) / perSecond / seconds,
  };
}

test('four processes of one token that share nothing, in one channel, are refused once a process in any second at most, and use half of the limit', {
  timeout: 90_000,
}, async ({ annotate }) => {
  const { most, share } = await refusalsOver(1);
  expect(most).toBeLessThanOrEqual(1);
  expect(share).toBeGreaterThanOrEqual(1 / 2);
  await annotate(`${most} a process in the worst second, ${(share * 100).toFixed(0)} % of the limit used`, 'reached');
});

test('four processes of one token that share nothing, in 20 channels, learn within 2 s that one limit holds for all, are then refused once a process and second at most in the mean, and use half of it', {
  timeout: 90_000,
}, async ({ annotate }) => {
  const { most, lateMean, share } = await refusalsOver(20);
  expect(lateMean).toBeLessThanOrEqual(1);
  expect(share).toBeGreaterThanOrEqual(1 / 2);
  const figures = `${lateMean.toFixed(2)} a process and second, ${most} in the worst second`;
  await annotate(`${figures}, ${(share * 100).toFixed(0)} % of the limit used`, 'reached');
});

describe.skipIf(!hasRedis)('four processes of one token', () => {
  test('#53 are refused 0 times where Redis shares a limit that they know, in 1 channel and in 20, and use half of it; without Redis once a process in any window at most', {
    timeout: 180_000,
  }, async ({ annotate }) => {
    await using redis = await RedisServer.start();
    const together = { BOTWRIGHT_REDIS_URL: redis.url, PER_SECOND: String(perSecond) };
    const shares: string[] = [];
    for (const channelCount of [1, 20]) {
      const { refused, share } = await refusalsOver(channelCount, together);
      expect(refused).toBe(0);
      expect(share).toBeGreaterThanOrEqual(1 / 2);
      shares.push(`${(share * 100).toFixed(0)} %`);
    }
    const { most } = await refusalsOver(1);
    expect(most).toBeLessThanOrEqual(1);
    await annotate(
      `0 with Redis, ${shares.join(' and ')} of the limit used; ${most} a process and window without`,
      'reached',
    );
  });

  test('that share through Redis a limit of one channel which nobody knows are refused once, all in all', {
    timeout: 90_000,
  }, async ({ annotate }) => {
    await using redis = await RedisServer.start();
    const { refused, share } = await refusalsOver(1, { BOTWRIGHT_REDIS_URL: redis.url });
    expect(refused).toBe(1);
    expect(share).toBeGreaterThanOrEqual(1 / 2);
    await annotate(`${refused} refusal, ${(share * 100).toFixed(0)} % of the limit used`, 'reached');
  });
});
