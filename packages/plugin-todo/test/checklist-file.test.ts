import { execFile } from 'node:child_process';
import { chmod, mkdir, readdir, readFile, stat, symlink, writeFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ChecklistFile } from '../src/checklist-file.js';
import { Folder } from './support/folder.js';

let folder: Folder;
let path: string;

beforeEach(async () => {
  folder = await Folder.make();
  path = folder.file('list.md');
});

afterEach(() => folder[Symbol.asyncDispose]());

function problem(name: string) {
  return { code: 'CHECKLIST_UNUSABLE', problem: name };
}

describe('reading', () => {
  test('gives the whole text, byte order mark and line ends included', async () => {
    await writeFile(path, '\ufeff- [ ] a\r\n');
    expect(await new ChecklistFile(path).read()).toBe('\ufeff- [ ] a\r\n');
  });

  test('gives nothing when there is no such file', async () => {
    expect(await new ChecklistFile(path).read()).toBeUndefined();
  });

  test('refuses a link, wherever it leads', async () => {
    await writeFile(folder.file('other.md'), '- [ ] a\n');
    await symlink('other.md', path);
    await expect(new ChecklistFile(path).read()).rejects.toMatchObject(problem('not-a-file'));
  });

  test('refuses a pipe, and does not wait for somebody to write to it', async () => {
    await promisify(execFile)('mkfifo', [path]);
    await expect(new ChecklistFile(path).read()).rejects.toMatchObject(problem('not-a-file'));
  });

  test.each(['/dev/zero', '/dev/null', '/'])('refuses %s', async (device) => {
    await expect(new ChecklistFile(device).read()).rejects.toMatchObject(problem('not-a-file'));
  });

  test('takes a file of 1 MiB and refuses a larger one', async () => {
    await writeFile(path, 'x'.repeat(1024 * 1024));
    expect(await new ChecklistFile(path).read()).toHaveLength(1024 * 1024);
    await writeFile(path, 'x'.repeat(1024 * 1024 + 1));
    await expect(new ChecklistFile(path).read()).rejects.toMatchObject(problem('too-large'));
  });

  test('refuses what is not UTF-8, which could not be written back as it was', async () => {
    await writeFile(path, Buffer.from('- [ ] caf\xe9\n', 'latin1'));
    await expect(new ChecklistFile(path).read()).rejects.toMatchObject(problem('not-text'));
  });
});

describe('replacing', () => {
  test('keeps the permissions and leaves nothing else in the folder', async () => {
    await writeFile(path, 'old');
    await chmod(path, 0o640);
    expect(await new ChecklistFile(path).replace('old', 'new')).toBe(true);
    expect(await readFile(path, 'utf8')).toBe('new');
    expect((await stat(path)).mode & 0o777).toBe(0o640);
    expect(await readdir(folder.path)).toEqual(['list.md']);
  });

  test('gives another file its place, so that whoever reads the old one reads it whole', async () => {
    await writeFile(path, 'old');
    const { ino } = await stat(path);
    await new ChecklistFile(path).replace('old', 'new');
    expect((await stat(path)).ino).not.toBe(ino);
  });

  test.each([
    ['says something else by now', 'edited'],
    ['is there by now', undefined],
  ])('does nothing when the file %s', async (_, before) => {
    await writeFile(path, 'somebody wrote this');
    expect(await new ChecklistFile(path).replace(before, 'new')).toBe(false);
    expect(await readFile(path, 'utf8')).toBe('somebody wrote this');
    expect(await readdir(folder.path)).toEqual(['list.md']);
  });

  test('says so when the folder takes no file', async () => {
    await writeFile(path, 'old');
    await mkdir(folder.file('.list.md.botwright.tmp'));
    await expect(new ChecklistFile(path).replace('old', 'new')).rejects.toMatchObject(problem('unwritable'));
    expect(await readFile(path, 'utf8')).toBe('old');
  });

  test('writes through no link that somebody put in the place of the draft', async () => {
    const elsewhere = folder.file('elsewhere');
    await writeFile(elsewhere, 'precious');
    await writeFile(path, 'old');
    await symlink('elsewhere', folder.file('.list.md.botwright.tmp'));
    await expect(new ChecklistFile(path).replace('old', 'new')).rejects.toMatchObject(problem('unwritable'));
    expect(await readFile(elsewhere, 'utf8')).toBe('precious');
  });
});
