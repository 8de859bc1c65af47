import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { apiPrefix, authorization } from '@botwright/protocol';
import type { SandboxDescription } from '@botwright/sandbox';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { botwright, type Child } from './support/child.js';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'sandbox-killed-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

async function ready(child: Child): Promise<SandboxDescription> {
  const [line] = await child.printed(/^\{.*\}\n/);
  return JSON.parse(line);
}

const open = () => botwright(['sandbox', '--port', '0', '--json', '--data', path.join(folder, 'world')]);

/** Writes messages until the sandbox is gone, and notes each that was answered with 200. */
async function writeUntilGone(
  { url, channels, people }: SandboxDescription,
  name: string,
  noted: (content: string) => void,
): Promise<void> {
  const headers = { authorization: authorization(people.cy.token, 'User'), 'content-type': 'application/json' };
  for (let index = 0; ; index += 1) {
    const content = `${name} ${index}`;
    const body = JSON.stringify({ content });
    const call = fetch(`${url}${apiPrefix}/channels/${channels.general}/messages`, { method: 'POST', headers, body });
    const status = await call.then((response) => response.text().then(() => response.status)).catch(() => undefined);
    if (status === undefined) return;
    expect(status).toBe(200);
    noted(content);
  }
}

async function contents({ url, controlToken, team, channels }: SandboxDescription): Promise<string[]> {
  const reply = await fetch(`${url}/_sandbox/world`, { headers: { 'x-sandbox-token': controlToken } });
  const { teams } = (await reply.json()) as {
    teams: { id: string; messages: Record<string, { content: string }[]> }[];
  };
  const messages = teams.find(({ id }) => id === team.id)?.messages[channels.general] ?? [];
  return messages.map(({ content }) => content);
}

test('what was answered with 200 is there after the sandbox was killed, at whatever moment, and nothing twice', async () => {
  const acknowledged: string[] = [];
  const rounds = 4;
  for (let round = 0; round < rounds; round += 1) {
    await using child = open();
    const description = await ready(child);
    const killAt = acknowledged.length + 1 + Math.floor(Math.random() * 200);
    const noted = (content: string) => {
      acknowledged.push(content);
      if (acknowledged.length === killAt) child.signal('SIGKILL');
    };
    const writers = Array.from({ length: 8 }, (_, index) => `round ${round}, writer ${index}, message`);
    await Promise.all(writers.map((name) => writeUntilGone(description, name, noted)));
    await child.exit();
  }
  await using child = open();
  const kept = await contents(await ready(child));
  expect(acknowledged.length).toBeGreaterThan(rounds);
  expect(kept).toEqual(expect.arrayContaining(acknowledged));
  expect(new Set(kept).size).toBe(kept.length);
  // What was on its way may have been stored, a call a writer.
  expect(kept.length - acknowledged.length).toBeLessThanOrEqual(rounds * 8);
});

test('a directory is refused while another process has it, and free as soon as that one is killed', async () => {
  await using first = open();
  await ready(first);
  await using second = open();
  expect(await second.exit()).toBe(1);
  expect(second.stderr).toContain('(SANDBOX_DATA_IN_USE)');
  first.signal('SIGKILL');
  await first.exit();
  await using third = open();
  expect((await ready(third)).team.name).toBe('Workshop');
});
