import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type OperationId, operations } from '@botwright/protocol';
import { expect, test } from 'vitest';
import type { Sandbox } from '../src/index.js';
import { callersOf, control, openSandbox } from './support/callers.js';
import { samples, sceneOf } from './support/samples.js';

/** Ends the caller's own membership, so it comes last. */
const last = 'leaveTeam' as OperationId;
const all = (Object.keys(operations) as OperationId[]).filter((id) => id !== last).concat(last);

/** Brings back what an operation before has taken away from the default world. */
async function mend(sandbox: Sandbox): Promise<void> {
  const { ada } = callersOf(sandbox);
  const { channels, people, team } = sandbox.description;
  const known: Readonly<Record<string, string>> = channels;
  if (known['random'] === undefined) {
    await ada.call('createTeamChannel', { params: { teamId: team.id }, body: { name: 'random', type: 'text' } });
  }
  await ada.call('unbanUser', { params: { teamId: team.id, userId: people.dee.id } });
  await control(sandbox, 'POST', '/people', { username: 'dee' });
}

test('every operation is done again, after the process was killed, just as it was', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'sandbox-operations-'));
  const [data, copy] = [path.join(folder, 'world'), path.join(folder, 'copy')];
  try {
    await using sandbox = await openSandbox({ data });
    const served: OperationId[] = [];
    for (const id of all) {
      await mend(sandbox);
      const scene = sceneOf(sandbox, id === last ? 'cy' : 'ada');
      const { status } = await scene.author.call(id, await samples[id](scene));
      if (status === 200) served.push(id);
    }
    expect(all.filter((id) => !served.includes(id))).toEqual([]);
    cpSync(data, copy, { recursive: true });
    await using again = await openSandbox({ data: copy });
    const [before, after] = [await control(sandbox, 'GET', '/world'), await control(again, 'GET', '/world')];
    expect(after.body).toEqual(before.body);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
