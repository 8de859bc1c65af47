import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { asyncApiDocument, contractReference, openApiDocument } from '@botwright/protocol';
import { eventsPage } from './events-page.ts';
import { limitsPage } from './limits-page.ts';
import { operationsPage } from './operations-page.ts';
import { permissionsPage } from './permissions-page.ts';
import { resourcesPage } from './resources-page.ts';

/** Text by file name. */
type Files = ReadonlyMap<string, string>;

/** Every file of docs/reference, as the contract has it. */
export function contractFiles(): Files {
  const reference = contractReference();
  return new Map([
    ['openapi.json', json(openApiDocument())],
    ['asyncapi.json', json(asyncApiDocument())],
    ['operations.md', operationsPage(reference)],
    ['resources.md', resourcesPage(reference)],
    ['events.md', eventsPage(reference)],
    ['limits.md', limitsPage()],
    ['permissions.md', permissionsPage()],
  ]);
}

/** Makes the folder hold exactly these files. */
export function writeFiles(folder: string, files: Files): void {
  mkdirSync(folder, { recursive: true });
  for (const [name, text] of files) writeFileSync(path.join(folder, name), text);
  for (const name of namesIn(folder)) if (!files.has(name)) rmSync(path.join(folder, name));
}

/** The names of files that are missing from the folder, differ, or should not be there. */
export function staleFiles(folder: string, files: Files): string[] {
  const names = new Set([...files.keys(), ...namesIn(folder)]);
  return [...names].filter((name) => textOf(path.join(folder, name)) !== files.get(name));
}

function namesIn(folder: string): string[] {
  return existsSync(folder) ? readdirSync(folder) : [];
}

export function textOf(file: string): string | undefined {
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined;
}

const lineWidth = 120;
const brokenList = /\[\n\s+([^[\]{}]*?)\n\s+\]/g;

/** JSON as the formatter leaves it: a list of plain values that fits on a line stands on one. */
function json(document: object): string {
  const text = JSON.stringify(document, null, 2).replace(
    brokenList,
    (list, entries: string, at: number, whole: string) => {
      const line = `[${entries.replaceAll(/,\n\s+/g, ', ')}]`;
      const column = at - whole.lastIndexOf('\n', at) - 1;
      const comma = whole[at + list.length] === ',' ? 1 : 0;
      return column + line.length + comma <= lineWidth ? line : list;
    },
  );
  return `${text}\n`;
}
