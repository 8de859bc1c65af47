import { mkdir, readFile, rename, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { Writable } from 'node:stream';
import { type TestBot, testBot } from '@botwright/testing';
import { type Bot, channelPermissionBits, createBot, type Plugin, type TodoItem } from 'botwright';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type TodoOptions, todo } from '../src/index.js';
import { Folder } from './support/folder.js';

let folder: Folder;
let path: string;
let it: TestBot;
let log: { level: number; msg: string }[];

beforeEach(async () => {
  folder = await Folder.make();
  path = folder.file('list.md');
});

afterEach(async () => {
  await it[Symbol.asyncDispose]();
  await folder[Symbol.asyncDispose]();
});

async function begin(text?: string, options: TodoOptions = {}): Promise<void> {
  if (text !== undefined) await writeFile(path, text);
  log = [];
  const lines = new Writable({
    write(line, _, done) {
      log.push(JSON.parse(String(line)));
      done();
    },
  });
  it = await testBot({ plugins: [plugin(options)], log: pino({ level: 'info' }, lines) });
}

/** The poll is far away: nothing but events and the watch may make a test pass. */
function plugin(options: TodoOptions = {}): Plugin {
  return todo({ file: path, pollMs: 3_600_000, ...options });
}

/** The same bot, started again on the same service. */
function botAgain(): Bot {
  const { url, bot } = it.sandbox.description;
  const log = pino({ level: 'silent' });
  return createBot({ plugins: [plugin()], log, credentials: { token: bot.token, baseUrl: url } });
}

function channelPath(): string {
  return `/channels/${it.sandbox.description.channels['to-do']}/todo`;
}

async function items(): Promise<TodoItem[]> {
  return (await it.people.ada.does<{ todos: TodoItem[] }>('GET', `${channelPath()}/list`)).todos;
}

async function inChannel(): Promise<string[]> {
  return (await items()).map(({ content, completed }) => `${completed ? 'x' : '-'} ${content}`);
}

async function addItem(content: string): Promise<TodoItem> {
  return (await it.people.ada.does<{ todo: TodoItem }>('POST', `${channelPath()}/item`, { content })).todo;
}

async function changeItem({ id }: TodoItem, change: { content?: string; changeCompleted?: boolean }): Promise<void> {
  await it.people.ada.does('PUT', `${channelPath()}/item/${id}`, change);
}

function inFile(): Promise<string> {
  return readFile(path, 'utf8');
}

async function sync(options = ''): Promise<string | null> {
  return (await it.people.ada.asks(`!todo sync${options}`)).content;
}

/** How many calls the bot made that change something in the to-do channel. */
async function writesInChannel(): Promise<number> {
  const { url, controlToken, bot } = it.sandbox.description;
  const response = await fetch(`${url}/_sandbox/ledger`, { headers: { 'x-sandbox-token': controlToken } });
  const entries = (await response.text())
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  return entries.filter(
    ({ kind, by, method, path: called }) =>
      kind === 'request' && by === bot.id && method !== 'GET' && called.includes('/todo/'),
  ).length;
}

/** Each replacement of a file is a new file. */
async function filesNow(): Promise<number[]> {
  const stats = await Promise.all([stat(path), stat(folder.file('.list.md.botwright.json'))]);
  return stats.flatMap(({ ino, mtimeMs }) => [ino, mtimeMs]);
}

/** Waits for what the sync is about to bring about, also on a busy machine. */
function eventually<Value>(look: () => Value) {
  return expect.poll(look, { timeout: 4000 });
}

function warnings(): string[] {
  return log.filter(({ level }) => level >= 40).map(({ msg }) => msg);
}

describe('at the start', () => {
  test('T6 what both sides have is linked by its text, the rest is copied, and nothing appears twice', async () => {
    await writeFile(path, '# To do\n- [ ] tea\n- [x] milk\n');
    await begin();
    await eventually(inChannel).toEqual(['- tea', 'x milk']);
    expect(await sync()).toBe('Channel and file say the same.');
    await it.bot.stop();
    await rm(folder.file('.list.md.botwright.json'));
    const before = await inChannel();
    await using again = botAgain();
    await again.start();
    expect(await sync()).toBe('Channel and file say the same.');
    expect(await inChannel()).toEqual(before);
    expect(await inFile()).toBe('# To do\n- [ ] tea\n- [x] milk\n');
  });

  test('a file that is not there yet is made from the channel', async () => {
    await begin();
    await addItem('tea');
    await eventually(inFile).toBe('- [ ] tea\n');
  });

  test('the snapshot is readable by its owner alone', async () => {
    await begin('- [ ] tea\n');
    await sync();
    expect((await stat(folder.file('.list.md.botwright.json'))).mode & 0o777).toBe(0o600);
  });
});

describe('an edit', () => {
  beforeEach(async () => {
    await begin('# To do\r\n\r\n* [ ] tea\r\n* [ ] milk\r\n\r\nnotes\r\n');
    await eventually(inChannel).toEqual(['- tea', '- milk']);
    await sync();
  });

  test('in an editor arrives in the channel', async () => {
    await writeFile(path, (await inFile()).replace('[ ] tea', '[x] green tea'));
    await eventually(inChannel).toEqual(['x green tea', '- milk']);
  });

  test('in the chat arrives in the file, and every other line stays as it was', async () => {
    await it.people.ada.asks('!todo edit tea green tea');
    await it.people.ada.asks('!todo done milk');
    await it.people.ada.asks('!todo add bread');
    const expected = '# To do\r\n\r\n* [ ] green tea\r\n* [x] milk\r\n* [ ] bread\r\n\r\nnotes\r\n';
    await eventually(inFile).toBe(expected);
  });

  test('in both at once survives', async () => {
    const [tea] = await items();
    await writeFile(path, (await inFile()).replace('milk', 'oat milk'));
    await changeItem(tea as TodoItem, { content: 'green tea' });
    await eventually(inFile).toContain('* [ ] green tea\r\n* [ ] oat milk\r\n');
    await eventually(inChannel).toEqual(['- green tea', '- oat milk']);
  });

  test('of the same words in both keeps both texts, and the log says so', async () => {
    const [tea] = await items();
    await writeFile(path, (await inFile()).replace('tea', 'green tea'));
    await changeItem(tea as TodoItem, { content: 'black tea' });
    await eventually(inChannel).toEqual(['- black tea', '- milk', '- green tea']);
    expect(await inFile()).toContain('* [ ] green tea\r\n* [ ] milk\r\n* [ ] black tea\r\n');
    await eventually(warnings).toEqual([expect.stringContaining('both texts are kept')]);
  });

  test.each([
    [
      'renames another file into its place',
      async (text: string) => {
        await writeFile(folder.file('draft'), text);
        await rename(folder.file('draft'), path);
      },
    ],
    [
      'deletes it and makes it again',
      async (text: string) => {
        await rm(path);
        await writeFile(path, text);
      },
    ],
    [
      'empties it before it writes',
      async (text: string) => {
        await writeFile(path, '');
        await writeFile(path, text);
      },
    ],
  ])('#108 of an editor that %s is seen within two seconds', async (_, save) => {
    await save((await inFile()).replace('[ ] tea', '[x] tea'));
    await expect.poll(inChannel, { timeout: 2000 }).toEqual(['x tea', '- milk']);
  });

  test('by somebody who wrote a line break becomes one line', async () => {
    await addItem('one\r\n- [x] two');
    await eventually(inFile).toContain('* [ ] one - [x] two\r\n');
    expect(await sync()).toBe('Channel and file say the same.');
  });

  test('that was made while the bot was away arrives on both sides', async () => {
    await it.bot.stop();
    const [, milk] = await items();
    await writeFile(path, (await inFile()).replace('[ ] tea', '[x] tea'));
    await changeItem(milk as TodoItem, { content: 'oat milk' });
    await using again = botAgain();
    await again.start();
    await eventually(inChannel).toEqual(['x tea', '- oat milk']);
    await eventually(inFile).toContain('* [x] tea\r\n* [ ] oat milk\r\n');
  });
});

test('#106 a hundred idle runs write nothing on either side', async () => {
  await begin('- [ ] tea\n- [x] milk\n');
  await addItem('bread');
  await eventually(inFile).toContain('bread');
  await sync();
  const [writes, files] = [await writesInChannel(), await filesNow()];
  for (let run = 0; run < 100; run++) expect(await sync()).toBe('Channel and file say the same.');
  expect(await writesInChannel()).toBe(writes);
  expect(await filesNow()).toEqual(files);
}, 20_000);

describe('T4 the brake', () => {
  const text = Array.from({ length: 12 }, (_, index) => `- [ ] item ${index}\n`).join('');

  test('stops before many deletions, says so once, and goes on when somebody confirms', async () => {
    await begin(text);
    await eventually(async () => (await items()).length).toBe(12);
    await sync();
    await writeFile(path, text.split('\n').slice(6).join('\n'));
    await eventually(warnings).toEqual([expect.stringContaining('stopped before deleting')]);
    expect(await sync()).toBe(
      'This would delete or complete 6 of 12 items, so I stopped before doing anything. ' +
        'If that is what you want: !todo sync --yes',
    );
    expect(await items()).toHaveLength(12);
    expect(await sync(' --yes')).toBe('Changed: 6 here, 0 in the file.');
    expect(await items()).toHaveLength(6);
    expect(warnings()).toHaveLength(1);
  });
});

describe('trouble', () => {
  beforeEach(async () => {
    await begin('- [ ] tea\n- [ ] milk\n');
    await eventually(inChannel).toEqual(['- tea', '- milk']);
    await sync();
  });

  test.each([
    ['vanished', () => rm(path), /^The checklist list\.md is not there any more\./],
    ['is empty', () => writeFile(path, ''), /^The checklist list\.md had items and is empty now\./],
    [
      'became a link',
      async () => {
        await rename(path, folder.file('other.md'));
        await symlink('other.md', path);
      },
      /^The checklist list\.md is no regular file\./,
    ],
    ['is no text', () => writeFile(path, Buffer.from([0xff, 0xfe])), /^The checklist list\.md is not UTF-8 text\./],
  ])('with a file that %s deletes nothing, is told once, and ends when the file is back', async (_, spoil, answer) => {
    await spoil();
    await eventually(warnings).toHaveLength(1);
    expect(await sync()).toMatch(answer);
    expect(await sync(' --yes')).toMatch(answer);
    expect(await inChannel()).toEqual(['- tea', '- milk']);
    expect(warnings()).toHaveLength(1);
    await rm(path, { force: true });
    await writeFile(path, '- [x] tea\n- [ ] milk\n');
    await eventually(inChannel).toEqual(['x tea', '- milk']);
    await eventually(() => log.map(({ msg }) => msg)).toContain('to-do sync: in step again');
  });

  test('with a channel that was deleted leaves the file as it is, and is told once', async () => {
    const { team, channels } = it.sandbox.description;
    await it.people.ada.does('DELETE', `/teams/${team.id}/channels/${channels['to-do']}`);
    await writeFile(path, '- [x] tea\n');
    await eventually(warnings).toHaveLength(1);
    await writeFile(path, '- [ ] tea\n');
    expect(await it.people.ada.asks('!todo sync')).toMatchObject({
      content: expect.stringContaining('no to-do channel'),
    });
    expect(await inFile()).toBe('- [ ] tea\n');
    expect(warnings()).toHaveLength(1);
  });

  test('with a channel that the bot may not see leaves the file as it is, and is told once', async () => {
    const { team, channels } = it.sandbox.description;
    const { ada } = it.people;
    const { roles } = await ada.does<{ roles: { id: string; name: string }[] }>('GET', `/teams/${team.id}/roles`);
    const everyone = roles.find(({ name }) => name === 'everyone')?.id;
    const rights = `/teams/${team.id}/channels/${channels['to-do']}/permissions/role/${everyone}`;
    await ada.does('POST', rights, { allow: 0, deny: 1 << channelPermissionBits.todo.VIEW_CHANNEL });
    await writeFile(path, '- [x] tea\n');
    await eventually(warnings).toHaveLength(1);
    expect(await inFile()).toBe('- [x] tea\n');
    expect(await inChannel()).toEqual(['- tea', '- milk']);
  });

  test('with a folder that takes no file changes nothing in the channel', async () => {
    const [tea] = await items();
    await mkdir(folder.file('.list.md.botwright.tmp'));
    await writeFile(path, '- [ ] tea\n- [x] milk\n');
    await changeItem(tea as TodoItem, { content: 'green tea' });
    await eventually(warnings).toHaveLength(1);
    expect(await sync()).toMatch(/^The checklist list\.md cannot be written\./);
    expect(await inChannel()).toEqual(['- green tea', '- milk']);
    expect(await inFile()).toBe('- [ ] tea\n- [x] milk\n');
  });

  test('with a snapshot that somebody else wrote changes nothing', async () => {
    await writeFile(folder.file('.list.md.botwright.json'), '{"version":1}');
    await writeFile(path, '- [x] tea\n');
    expect(await sync()).toMatch(/^The snapshot \.list\.md\.botwright\.json cannot be used\./);
    expect(await inChannel()).toEqual(['- tea', '- milk']);
  });
});

test('a service that begins anew takes nothing from the file and gets its items again', async () => {
  await begin('- [x] tea\n- [ ] milk\n');
  await eventually(inChannel).toEqual(['x tea', '- milk']);
  await sync();
  await it.people.ada.leaves();
  const { url, controlToken } = it.sandbox.description;
  await fetch(`${url}/_sandbox/reset`, { method: 'POST', headers: { 'x-sandbox-token': controlToken } });
  await eventually(inChannel).toEqual(['x tea', '- milk']);
  expect(await inFile()).toBe('- [x] tea\n- [ ] milk\n');
});

test('a file that cannot be watched is looked at from time to time', async () => {
  await begin(undefined, { file: folder.file('later/list.md'), pollMs: 1000 });
  expect(warnings()).toEqual([expect.stringContaining('the file is not watched')]);
  await mkdir(folder.file('later'));
  await writeFile(folder.file('later/list.md'), '- [ ] tea\n');
  await eventually(inChannel).toEqual(['- tea']);
});

test('without a to-do channel of that name nothing is written, and the log says so once', async () => {
  await begin('- [ ] tea\n', { channel: 'nowhere', pollMs: 1000 });
  await eventually(warnings).toHaveLength(1);
  expect(await inChannel()).toEqual([]);
  const { team } = it.sandbox.description;
  await it.people.ada.does('PUT', `/teams/${team.id}/channels`, { name: 'nowhere', type: 'todo' });
  await eventually(() => log.map(({ msg }) => msg)).toContain('to-do sync: in step again');
  expect(warnings()).toHaveLength(1);
});
