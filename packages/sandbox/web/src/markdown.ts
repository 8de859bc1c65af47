import { mentionPattern } from '@botwright/protocol';

export type Inline =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'code'; readonly text: string }
  | { readonly kind: 'bold' | 'italic'; readonly children: readonly Inline[] }
  | { readonly kind: 'link'; readonly href: string; readonly text: string }
  | { readonly kind: 'mention'; readonly userId: string };

export type Block =
  | { readonly kind: 'paragraph'; readonly children: readonly Inline[] }
  | { readonly kind: 'code'; readonly text: string };

const fence = /```(?:[\w+#-]*\n)?([\s\S]*?)```/g;

/** Reads the part of Markdown that chat uses: fenced code, code spans, bold, italic, links, mentions. */
export function parseMarkdown(content: string): Block[] {
  const blocks: Block[] = [];
  let end = 0;
  for (const match of content.matchAll(fence)) {
    blocks.push(...paragraph(content.slice(end, match.index)));
    blocks.push({ kind: 'code', text: (match[1] ?? '').replace(/\n$/, '') });
    end = match.index + match[0].length;
  }
  return [...blocks, ...paragraph(content.slice(end))];
}

function paragraph(text: string): Block[] {
  const trimmed = text.replace(/^\n+|(?<!\n)\n+$/g, '');
  return trimmed === '' ? [] : [{ kind: 'paragraph', children: parseInline(trimmed) }];
}

/** What stands inside a line, in order of precedence: nothing inside a code span or an address is looked at again. */
const inlinePatterns: readonly [pattern: string, read: (inner: string, second: string) => Inline | undefined][] = [
  ['`([^`\\n]+)`()', (text) => ({ kind: 'code', text })],
  [`${mentionPattern.source}()`, (userId) => ({ kind: 'mention', userId })],
  ['\\[([^\\[\\]\\n]+)\\]\\(([^\\s()]+)\\)', link],
  ['(https?://[^\\s<>]*[^\\s<>.,:;!?\'")\\]*_])()', (address) => link(address, address)],
  ['\\*\\*(?=\\S)([^\\n]+?)(?<=\\S)\\*\\*()', (inner) => ({ kind: 'bold', children: parseInline(inner) })],
  ['\\*(?=[^\\s*])([^*\\n]+)(?<=\\S)\\*()', (inner) => ({ kind: 'italic', children: parseInline(inner) })],
  ['(?<!\\w)_(?=[^\\s_])([^_\\n]+)(?<=\\S)_(?!\\w)()', (inner) => ({ kind: 'italic', children: parseInline(inner) })],
];

const anyInline = new RegExp(inlinePatterns.map(([pattern]) => `(?:${pattern})`).join('|'), 'g');

function parseInline(text: string): Inline[] {
  const parts: Inline[] = [];
  let end = 0;
  for (const match of text.matchAll(anyInline)) {
    const found = readMatch(match);
    if (!found) continue;
    if (match.index > end) parts.push({ kind: 'text', text: text.slice(end, match.index) });
    parts.push(found);
    end = match.index + match[0].length;
  }
  if (end < text.length) parts.push({ kind: 'text', text: text.slice(end) });
  return parts;
}

function readMatch(match: RegExpExecArray): Inline | undefined {
  const which = inlinePatterns.findIndex((_, index) => match[2 * index + 1] !== undefined);
  return inlinePatterns[which]?.[1](match[2 * which + 1] ?? '', match[2 * which + 2] ?? '');
}

/** Only addresses of the web become links; `javascript:` and the like stay text. */
function link(text: string, address: string): Inline | undefined {
  return isWebAddress(address) ? { kind: 'link', href: address, text } : undefined;
}

export function isWebAddress(address: string): boolean {
  const url = URL.parse(address);
  return url?.protocol === 'https:' || url?.protocol === 'http:';
}
