import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Block, type Inline, isWebAddress, parseMarkdown } from '../../web/src/markdown.js';

function inline(content: string): readonly Inline[] {
  const [block] = parseMarkdown(content);
  return block?.kind === 'paragraph' ? block.children : [];
}

function linksIn(blocks: readonly Block[]): string[] {
  const visit = (part: Inline): string[] => {
    if (part.kind === 'link') return [part.href];
    return 'children' in part ? part.children.flatMap(visit) : [];
  };
  return blocks.flatMap((block) => (block.kind === 'paragraph' ? block.children.flatMap(visit) : []));
}

const text = (content: string): Inline => ({ kind: 'text', text: content });

describe('markdown', () => {
  test('knows bold, italic, code and links inside a line', () => {
    expect(inline('**b** *i* _j_ `c` [t](https://a.example)')).toEqual([
      { kind: 'bold', children: [text('b')] },
      text(' '),
      { kind: 'italic', children: [text('i')] },
      text(' '),
      { kind: 'italic', children: [text('j')] },
      text(' '),
      { kind: 'code', text: 'c' },
      text(' '),
      { kind: 'link', href: 'https://a.example', text: 't' },
    ]);
  });

  test('leaves stars and underscores alone that mark nothing', () => {
    for (const content of ['2 * 3 * 4', 'snake_case_name', '** open', '*']) {
      expect(inline(content)).toEqual([text(content)]);
    }
  });

  test('looks at nothing inside code', () => {
    expect(inline('`**no** <@id>`')).toEqual([{ kind: 'code', text: '**no** <@id>' }]);
    expect(parseMarkdown('before\n```ts\n**no**\n```\nafter')).toEqual([
      { kind: 'paragraph', children: [text('before')] },
      { kind: 'code', text: '**no**' },
      { kind: 'paragraph', children: [text('after')] },
    ]);
  });

  test('ends an address before the punctuation that follows it', () => {
    expect(inline('see https://a.example/x_y?z=1.')).toEqual([
      text('see '),
      { kind: 'link', href: 'https://a.example/x_y?z=1', text: 'https://a.example/x_y?z=1' },
      text('.'),
    ]);
  });

  test('finds mentions', () => {
    expect(inline('hi <@9f>!')).toEqual([text('hi '), { kind: 'mention', userId: '9f' }, text('!')]);
  });

  test('makes no link of an address that is not of the web', () => {
    for (const address of [
      'javascript:alert(1)',
      'JaVaScRiPt:alert(1)',
      'data:text/html,x',
      'vbscript:x',
      '//a.example',
    ]) {
      expect(linksIn(parseMarkdown(`[t](${address})`))).toEqual([]);
    }
  });

  test('reads any text at all, and every link in it leads to the web', () => {
    const pieces = fc.constantFrom(
      '*',
      '**',
      '_',
      '`',
      '```',
      '[',
      '](',
      ')',
      '<@',
      '>',
      '\n',
      ' ',
      'a',
      'https://b',
      'javascript:',
    );
    const content = fc.oneof(
      fc.string(),
      fc.array(pieces, { maxLength: 200 }).map((all) => all.join('')),
    );
    fc.assert(fc.property(content, (each) => linksIn(parseMarkdown(each)).every(isWebAddress)));
  });
});
