import { readdir, readFile } from 'node:fs/promises';
import { Case } from './case.js';

/** The folder that holds the cases: a file a section, a case a line. */
export const casesFolder = new URL('../cases/', import.meta.url);

/** Reads every case. */
export async function loadCases(folder: URL = casesFolder): Promise<Case[]> {
  const files = (await readdir(folder)).filter((name) => name.endsWith('.jsonl')).sort();
  const sections = await Promise.all(files.map((file) => readFile(new URL(file, folder), 'utf8')));
  return sections.flatMap(parseCases);
}

function parseCases(text: string): Case[] {
  const lines = text.split('\n').filter((line) => line !== '');
  return lines.map((line) => Case.parse(JSON.parse(line)));
}

/** The text of a file that holds these cases. */
export function writeCases(cases: readonly Case[]): string {
  return cases.map((item) => `${JSON.stringify(item)}\n`).join('');
}
