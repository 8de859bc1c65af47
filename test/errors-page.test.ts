import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { repository } from './support/child.js';

interface ErrorClass {
  readonly name: string;
  readonly code: string;
}

const declaration = /class (\w+) extends (?:(?!class )[\s\S])*?readonly code = '([A-Z_]+)'/g;
const entry = /^### `(\w+)`\n\n`(\w+)`/gm;

function read(file: string): string {
  return readFileSync(path.join(repository, file), 'utf8');
}

function thrownBy(folder: string): ErrorClass[] {
  const files = globSync(`${folder}/src/**/*.ts`, { cwd: repository });
  const classes = files.flatMap((file) => [...read(file).matchAll(declaration)]);
  return classes.map(([, name = '', code = '']) => ({ name, code }));
}

function listedFor(packageName: string): ErrorClass[] {
  const section = read('docs/errors.md')
    .split(/^## /m)
    .find((text) => text.startsWith(`${packageName}\n`));
  return [...(section ?? '').matchAll(entry)].map(([, code = '', name = '']) => ({ name, code }));
}

function byCode(errors: readonly ErrorClass[]): ErrorClass[] {
  return errors.toSorted((a, b) => a.code.localeCompare(b.code));
}

describe('docs/errors.md', () => {
  const folders = globSync('packages/*', { cwd: repository });

  test.each(folders)('lists every error of %s with its class, and no other', (folder) => {
    const { name }: { name: string } = JSON.parse(read(`${folder}/package.json`));
    expect(byCode(listedFor(name))).toEqual(byCode(thrownBy(folder)));
  });

  test('has no code twice', () => {
    const codes = folders.flatMap(thrownBy).map(({ code }) => code);
    expect(codes.length).toBeGreaterThan(0);
    expect(codes.filter((code, index) => codes.indexOf(code) !== index)).toEqual([]);
  });
});
