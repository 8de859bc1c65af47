import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { readSeedFile } from '../src/cli/seed-file.js';
import { SeedFileInvalid } from '../src/errors.js';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'seed-file-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

function written(content: string): string {
  const file = path.join(folder, 'world.json');
  writeFileSync(file, content);
  return file;
}

describe('the file of a world', () => {
  test('holds the seed beside what there is', () => {
    const people = [{ username: 'eve' }];
    expect(readSeedFile(written(JSON.stringify({ seed: 'mine', people })))).toEqual({
      seed: 'mine',
      world: { people },
    });
    expect(readSeedFile(written('{}'))).toEqual({ world: {} });
  });

  test.each([
    ['text that is no JSON', 'mine'],
    ['a list', '[]'],
    ['a seed that is no text', '{"seed":1}'],
    ['an empty seed', '{"seed":""}'],
  ])('is refused, and named, with %s', (_what, content) => {
    const file = written(content);
    expect(() => readSeedFile(file)).toThrow(SeedFileInvalid);
    expect(() => readSeedFile(file)).toThrow(file);
  });

  test('is refused when it is not there', () => {
    expect(() => readSeedFile(path.join(folder, 'none.json'))).toThrow(SeedFileInvalid);
  });
});
