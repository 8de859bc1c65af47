import { readFileSync } from 'node:fs';
import path from 'node:path';
import { repository } from './child.js';

interface Line {
  readonly who: string;
  /** May hold `…` for what differs from run to run. */
  readonly text: string;
}

/** A piece of code in the guide and the talk that it makes possible. */
export interface Example {
  /** The heading it stands under. */
  readonly title: string;
  readonly code: string;
  readonly chat: readonly Line[];
}

const fence = /^```(ts|chat)\n([\s\S]*?)^```$/gm;
const heading = /^#+ (.+)$/gm;
/** Lines that are indented belong to what was said before. */
const said = /^(\w+): (.*(?:\n {2}.*)*)/gm;

/** Every ```ts block that a ```chat block follows, from a page of docs/guide. */
export function examplesIn(page: string): Example[] {
  const text = readFileSync(path.join(repository, 'docs/guide', page), 'utf8');
  const blocks = [...text.matchAll(fence)];
  return blocks.flatMap((block, position) => {
    const next = blocks[position + 1];
    if (block[1] !== 'ts' || next?.[1] !== 'chat') return [];
    return [{ title: headingBefore(text, block.index), code: block[2] ?? '', chat: linesOf(next[2] ?? '') }];
  });
}

/** Every ```ts block of a page, with or without a talk. */
export function codeIn(page: string): string[] {
  const text = readFileSync(path.join(repository, 'docs/guide', page), 'utf8');
  return [...text.matchAll(fence)].flatMap(([, language, code]) => (language === 'ts' ? [code ?? ''] : []));
}

function headingBefore(text: string, position: number): string {
  return [...text.slice(0, position).matchAll(heading)].at(-1)?.[1] ?? 'the beginning';
}

function linesOf(chat: string): Line[] {
  return [...chat.matchAll(said)].map(([, who = '', what = '']) => ({ who, text: what.replaceAll('\n  ', '\n') }));
}
