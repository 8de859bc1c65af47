import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { VirtualClock } from '@botwright/clock';
import { Client, createLog } from '@botwright/core';
import { openStore } from '@botwright/store';
import { expect, onTestFinished, test } from 'vitest';
import { Command, type CommandContext } from '../src/index.js';
import { TestTeam } from './support/team.js';

const dayMs = 86_400_000;

function messageOf(team: TestTeam, id: string, content: string, editedAt: string | null = null) {
  const { message, ...place } = team.messageEvent(content);
  return { ...place, message: { ...message, id, editedAt } };
}

test('P27 of messages that called nothing the latest 1,000 are remembered, and no more', async () => {
  let runs = 0;
  @Command({ name: 'kick', summary: 'Has an effect.' })
  class Kick {
    run(): void {
      runs += 1;
    }
  }
  const team = new TestTeam();
  const transport = () => Promise.reject(new Error('nothing is called'));
  const { events } = new Client({
    token: 'test-token',
    baseUrl: 'http://127.0.0.1:1',
    log: createLog({ level: 'silent' }),
    transport,
  });
  const commands = team.commands([Kick], { client: { ...team.client, events } });
  for (let count = 0; count < 1_001; count += 1) await commands.handle(messageOf(team, `m${count}`, '!kik'));
  const mended = async (id: string): Promise<number> => {
    runs = 0;
    events.dispatch('MESSAGE_UPDATED', messageOf(team, id, '!kick', '2026-01-01T00:00:10.000Z'));
    await events.idle();
    return runs;
  };
  expect(await mended('m0')).toBe(0);
  expect(await mended('m1')).toBe(1);
  expect(await mended('m1000')).toBe(1);
});

test('P27 which answers belong to a message is kept for a week, after which its row leaves the file', async () => {
  @Command({ name: 'double', summary: 'Count.', reruns: true })
  class Double {
    async run(context: CommandContext): Promise<void> {
      await context.reply('2');
    }
  }
  const clock = new VirtualClock();
  const folder = await mkdtemp(join(tmpdir(), 'edits-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const path = join(folder, 'bot.sqlite');
  await using store = openStore({ url: `file:${path}`, clock });
  const team = new TestTeam();
  const commands = team.commands([Double], { clock, store });
  for (let day = 0; day < 30; day += 1) {
    await commands.handle(messageOf(team, `m${day}`, '!double'));
    await clock.advance(dayMs);
  }
  const file = new DatabaseSync(path, { readOnly: true });
  onTestFinished(() => file.close());
  const rows = file.prepare("select key from entry where namespace = 'botwright/answers' order by key").all();
  expect(rows.map(({ key }) => key)).toEqual([23, 24, 25, 26, 27, 28, 29].map((day) => `channel0/m${day}`));
});
