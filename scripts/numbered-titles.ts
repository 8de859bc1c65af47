// A test that shows a requirement says so in its title: `#13 what is promised, with its figure`. `#` is for reliability,
// P, M, T and A for the rest.
import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = dirname(dirname(fileURLToPath(import.meta.url)));

const numberedTitle = /(['"`])((?:(?:#|[PMTA])\d{1,3}[ ,:]+)+)(\S.*?)\1/g;
const oneNumber = /(#|[PMTA])(\d+)/g;
/** Where a table of cases, or a seed, fills in a title. */
const placeholder = /%[sdifjo#p]|\$\{[^}]*\}|\$[a-zA-Z][\w.]*/g;
const special = /[.*+?^()[\]{}|\\/]/g;

export interface NumberedTitle {
  readonly file: string;
  /** What to read, with `…` where a table of cases fills something in. */
  readonly promise: string;
  readonly numbers: readonly { readonly group: string; readonly number: number }[];
  /** Fits the titles that tables make of it. */
  readonly pattern: RegExp;
}

/** The files that hold tests, in order. */
export function testFiles(): string[] {
  const patterns = ['packages/*/test/**/*.test.ts', 'examples/*/test/**/*.test.ts', 'test/**/*.test.ts'];
  return globSync(patterns, { cwd: root }).sort();
}

/** The numbered titles of a file. */
export function numberedTitlesIn(file: string): NumberedTitle[] {
  const source = readFileSync(join(root, file), 'utf8');
  return [...source.matchAll(numberedTitle)].map(([, , numbers = '', title = '']) => ({
    file,
    numbers: [...numbers.matchAll(oneNumber)].map(([, group = '', number]) => ({ group, number: Number(number) })),
    promise: title.replaceAll(placeholder, '…'),
    pattern: new RegExp(`^${(numbers + title).split(placeholder).map(literally).join('.*')}$`),
  }));
}

function literally(text: string): string {
  return text.replaceAll(special, '\\$&');
}
