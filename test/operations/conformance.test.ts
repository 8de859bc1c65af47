import { createSandbox, type Sandbox, type SandboxOptions } from '@botwright/sandbox';
import { describe, expect, test } from 'vitest';
import { Child } from '../support/child.js';

async function openSandbox(options?: SandboxOptions): Promise<Sandbox> {
  const sandbox = await createSandbox(options);
  await sandbox.listen();
  return sandbox;
}

function conformance({ description }: Sandbox, args: readonly string[]): Child {
  const { url, bot } = description;
  return new Child(['packages/conformance/dist/main.js', '--base', url, '--token', bot.token, ...args]);
}

describe('the conformance suite', () => {
  test('finds nothing wrong with the sandbox, and says so in 80 columns', { timeout: 180_000 }, async () => {
    await using sandbox = await openSandbox();
    await using suite = conformance(sandbox, ['--control', sandbox.description.controlToken]);
    const code = await suite.exit();
    expect(suite.stderr).toBe('');
    expect(suite.stdout).not.toContain('✗');
    expect(suite.stdout).not.toContain('\u001b');
    expect(suite.stdout).toMatch(/77 operations, \d+ cases: \d+ passed, 0 failed, \d+ not tried\n$/);
    expect(suite.stdout.split('\n').filter((line) => line.length > 80)).toEqual([]);
    expect(code).toBe(0);
  });

  test('finds the permissions that a server does not ask for, also for machines', { timeout: 180_000 }, async () => {
    await using sandbox = await openSandbox({ permissions: 'off' });
    await using suite = conformance(sandbox, ['--json', '--control', sandbox.description.controlToken]);
    expect(await suite.exit()).toBe(1);
    const report = JSON.parse(suite.stdout);
    const failed = report.rows.filter(({ cells }: { cells: { permission: { outcome: string } } }) => {
      return cells.permission.outcome === 'failed';
    });
    expect(failed.map(({ operation }: { operation: string }) => operation)).toContain('kickMember');
  });

  test('says why a server cannot be tried', async () => {
    await using sandbox = await openSandbox();
    await using suite = conformance(sandbox, ['--control', 'not-the-token']);
    expect(await suite.exit()).toBe(1);
    expect(suite.stderr).toContain(`${sandbox.description.url} cannot be tried: POST /_sandbox/reset answered 401`);
  });
});
