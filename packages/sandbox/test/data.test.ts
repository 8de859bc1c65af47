import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Sandbox, SandboxDataInUse, SandboxDataUnusable, type SandboxOptions } from '../src/index.js';
import { perform } from '../src/perform-act.js';
import { World } from '../src/world/world.js';
import { Caller, callersOf, control, openSandbox } from './support/callers.js';
import { formOf, imageBytes } from './support/files.js';
import { connect } from './support/stream.js';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'sandbox-data-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const data = () => path.join(folder, 'world');
const file = () => path.join(data(), 'world.db');
const open = (options: SandboxOptions = {}) => openSandbox({ data: data(), ...options });

async function worldOf(sandbox: Sandbox): Promise<Record<string, unknown>> {
  return (await control(sandbox, 'GET', '/world')).body;
}

/** What a process leaves that is killed now: its files as they are, the lock not among them. */
function killed(): { readonly data: string } {
  const copy = path.join(folder, 'killed');
  cpSync(data(), copy, { recursive: true });
  return { data: copy };
}

function say(sandbox: Sandbox, content: string) {
  const params = { channelId: sandbox.description.channels.general };
  return callersOf(sandbox).cy.call('createChannelMessage', { params, body: { content } });
}

/** Some of everything that is kept in a way of its own. */
async function liveABit(sandbox: Sandbox): Promise<Caller> {
  const { description } = sandbox;
  const { ada, bot, cy } = callersOf(sandbox);
  const { body } = await control(sandbox, 'POST', '/people', { username: 'eve', roles: ['moderator'] });
  const eve = new Caller(description.url, `User ${body['token']}`);
  await say(sandbox, 'hello');
  await eve.call('kickMember', { params: { teamId: description.team.id, userId: description.people.dee.id } });
  const upload = await cy.call('uploadAttachment', { form: formOf({ image: imageBytes.png, type: 'attachment' }) });
  expect(upload).toMatchObject({ status: 200 });
  const emoji = formOf({ emoji: imageBytes.gif, name: 'wave' });
  await ada.call('createCustomReaction', { params: { teamId: description.team.id }, form: emoji });
  await bot.call('createTodoItem', { params: { channelId: description.channels['to-do'] }, body: { content: 'tea' } });
  const dm = await cy.call('createDirectMessage', { body: { users: [{ id: description.bot.id }] } });
  const { channelId } = dm.body['DM'] as { channelId: string };
  await cy.call('createChannelMessage', { params: { channelId }, body: { content: 'psst' } });
  await control(sandbox, 'POST', '/applications', { username: 'fay', answers: [{ question: 'why', answer: 'so' }] });
  const webhook = description.webhooks.general;
  const push = { repository: { full_name: 'o/r', html_url: 'http://x' }, ref: 'refs/heads/main', commits: [] };
  await new Caller('', undefined).send('POST', `${webhook.url}/github`, {
    body: push,
    headers: { 'x-github-event': 'push' },
  });
  return eve;
}

describe('a world in a directory', () => {
  test('is there again after the sandbox was closed, down to its tokens and uploads', async () => {
    let before: Record<string, unknown>;
    let authorization: string | undefined;
    {
      await using sandbox = await open();
      ({ authorization } = await liveABit(sandbox));
      before = await worldOf(sandbox);
    }
    await using again = await open();
    expect(await worldOf(again)).toEqual(before);
    const { body } = await new Caller(again.description.url, authorization).call('getLoggedInUser');
    expect(body['user']).toMatchObject({ username: 'eve' });
    const [{ name } = { name: '' }] = before['files'] as { name: string }[];
    const upload = await fetch(`${again.description.url}/cdn/${name}`);
    expect(Buffer.from(await upload.arrayBuffer())).toEqual(imageBytes.png);
  });

  test('is there again after the process was killed, and goes on as if it had not been', async () => {
    await using sandbox = await open({ clock: 'virtual' });
    await liveABit(sandbox);
    await control(sandbox, 'POST', '/clock', { advanceMs: 86_400_000 });
    await using again = await openSandbox({ ...killed(), clock: 'virtual' });
    expect(await worldOf(again)).toEqual(await worldOf(sandbox));
    expect(again.clock.now()).toBe(sandbox.clock.now());
    const [one, other] = [await say(sandbox, 'and on'), await say(again, 'and on')];
    expect(other.body).toEqual(one.body);
  });

  test('has nobody online before somebody connects', async () => {
    await using sandbox = await open();
    await using _stream = await connect(sandbox, 'bot');
    await using again = await openSandbox(killed());
    expect((await worldOf(again))['users']).not.toContainEqual(expect.objectContaining({ presence: 1 }));
  });

  test('stays as a reset has left it', async () => {
    await using sandbox = await open();
    await say(sandbox, 'forgotten');
    await control(sandbox, 'POST', '/reset', { seed: 'another' });
    await say(sandbox, 'kept');
    await using again = await openSandbox(killed());
    expect(await worldOf(again)).toEqual(await worldOf(sandbox));
  });

  test('is brought back under the rules under which it was lived in', async () => {
    await using sandbox = await open({ permissions: 'off' });
    const { cy } = callersOf(sandbox);
    const { team, people } = sandbox.description;
    const kick = { params: { teamId: team.id, userId: people.bob.id } };
    expect(await cy.call('kickMember', kick)).toMatchObject({ status: 200 });
    await using again = await openSandbox({ ...killed(), permissions: 'enforced' });
    expect(await worldOf(again)).toEqual(await worldOf(sandbox));
    const other = { params: { teamId: team.id, userId: people.dee.id } };
    expect(await callersOf(again).cy.call('kickMember', other)).toMatchObject({ status: 403 });
  });

  test('keeps what is refused, or only read, from growing it', async () => {
    await using sandbox = await open();
    const acts = () => {
      const copy = new DatabaseSync(path.join(killed().data, 'world.db'));
      const row = copy.prepare('SELECT count(*) AS acts FROM acts').get();
      copy.close();
      return row?.['acts'];
    };
    await say(sandbox, '');
    await callersOf(sandbox).ada.call('listTeams');
    expect(acts()).toBe(0);
    await say(sandbox, 'hello');
    expect(acts()).toBe(1);
  });
});

describe('a directory', () => {
  test('is refused while another sandbox has it open, and free once that has closed', async () => {
    const sandbox = await open();
    await expect(open()).rejects.toThrow(SandboxDataInUse);
    await sandbox.close();
    await using again = await open();
    expect(again.description.team.name).toBe('Workshop');
  });

  test('is refused for another seed', async () => {
    const sandbox = await open({ seed: 'one' });
    await sandbox.close();
    await expect(open({ seed: 'two' })).rejects.toMatchObject({ code: 'SANDBOX_DATA_UNUSABLE' });
    await using again = await open();
    expect(await worldOf(again)).toMatchObject({ seed: 'one' });
  });

  test.each<[string, () => void, string]>([
    ['an empty file', () => writeFileSync(file(), ''), 'the file is empty'],
    ['a file of something else', () => writeFileSync(file(), 'x'.repeat(5_000)), 'not a database'],
    ['half a file', () => writeFileSync(file(), readFileSync(file()).subarray(0, 9_000)), ''],
    ['a missing act', () => sql('DELETE FROM acts WHERE seq = 2'), 'act 2 is missing'],
    ['an act that was changed', () => sql(`UPDATE acts SET act = replace(act, 'one', 'two')`), 'act 1 is damaged'],
    ['a missing world', () => sql('DELETE FROM world'), 'the world in it is damaged'],
    ['a world that was changed', () => sql('UPDATE world SET crc = crc + 1'), 'the world in it is damaged'],
    ['a format of later days', () => sql('PRAGMA user_version = 9'), 'it has format 9'],
    ['a database of another program', () => sql('PRAGMA application_id = 1'), 'it is not the file of a sandbox'],
  ])('with %s is refused by its path, and left as it is', async (_what, damage, problem) => {
    const sandbox = await open();
    for (const content of ['one', 'two', 'three']) await say(sandbox, content);
    const { data: copy } = killed();
    await sandbox.close();
    rmSync(data(), { recursive: true });
    cpSync(copy, data(), { recursive: true });
    sql('PRAGMA wal_checkpoint(TRUNCATE)');
    damage();
    const left = readFileSync(file());
    const failure = await open().catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(SandboxDataUnusable);
    expect(failure).toMatchObject({ path: file(), problem: expect.stringContaining(problem) });
    expect(readFileSync(file()).equals(left)).toBe(true);
  });
});

function sql(statement: string): void {
  const database = new DatabaseSync(file());
  database.exec(statement);
  database.close();
}

test('an act that cannot be written down does not happen', () => {
  const world = new World({ seed: 'full', enforcesPermissions: true });
  const events: unknown[] = [];
  world.publishTo((event) => events.push(event));
  const before = structuredClone(world.view);
  const stop = world.witness({
    begins() {
      throw new Error('the disk is full');
    },
    ended: () => expect.unreachable('the act ended'),
    restarts() {
      throw new Error('the disk is full');
    },
  });
  expect(() => perform(world, { kind: 'person', username: 'eve', roles: [] })).toThrow('the disk is full');
  expect(() => world.reset('another')).toThrow('the disk is full');
  expect([world.view, events]).toEqual([before, []]);
  stop();
  perform(world, { kind: 'person', username: 'eve', roles: [] });
  expect(events).toHaveLength(1);
});
