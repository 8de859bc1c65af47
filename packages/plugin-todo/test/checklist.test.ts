import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Checklist, type ItemState } from '../src/checklist.js';
import { oneLine } from '../src/item-text.js';

function change(source: string, text: string, to: ItemState | undefined): string {
  const checklist = new Checklist(source);
  const item = checklist.items.find((candidate) => candidate.text === text);
  return checklist.with(new Map(item && [[item.line, to]]), []);
}

function add(source: string, text: string, completed = false): string {
  return new Checklist(source).with(new Map(), [{ text, completed }]);
}

const done = (text: string): ItemState => ({ text, completed: true });

describe('reading', () => {
  test.each([
    ['- [ ] tea', 'tea', false],
    ['* [x] tea', 'tea', true],
    ['+ [X] tea', 'tea', true],
    ['\t- [ ] tea', 'tea', false],
    ['   -\t[x]\ttea', 'tea', true],
    ['\ufeff- [ ] tea', 'tea', false],
    ['- [ ] tea  \r\n', 'tea', false],
    ['- [ ] one\u2028two', 'one two', false],
  ])('takes %j for an item', (source, text, completed) => {
    expect(new Checklist(source).items).toMatchObject([{ text, completed }]);
  });

  test.each(['- tea', '[ ] tea', '- [] tea', '- [y] tea', '- [ ]', '- [ ]   ', '-[ ] tea', '- [ ]tea', '# [ ] tea'])(
    'does not take %j for an item',
    (source) => {
      expect(new Checklist(source).items).toEqual([]);
    },
  );

  test('passes over examples in code blocks', () => {
    const source = '- [ ] a\n```md\n- [ ] b\n```\n~~~\n- [ ] c\n```\n~~~\n- [ ] d\n';
    expect(new Checklist(source).items.map(({ text }) => text)).toEqual(['a', 'd']);
  });

  test('keeps the items below a fence that is not closed yet', () => {
    expect(new Checklist('- [ ] a\n```\n- [ ] b\n').items.map(({ text }) => text)).toEqual(['a', 'b']);
  });
});

const corpus = {
  'line feeds': '# To do\n\n- [ ] tea\n- [x] milk\n\nsome text\n',
  'carriage returns and line feeds': '# To do\r\n\r\n- [ ] tea\r\n- [x] milk\r\n',
  'old line ends': '- [ ] tea\r- [x] milk\r',
  'mixed line ends': '- [ ] tea\r\n- [x] milk\n\r\n\nend',
  'a byte order mark': '\ufeff- [ ] tea\n- [x] milk\n',
  tabs: '-\t[ ]\ttea\t\n\t-\t[x]\tmilk\n\t\tnote\n',
  'composed and decomposed letters': '- [ ] tea\n- [x] caf\u00e9\n- [x] cafe\u0301\n',
  'a line of a megabyte': `- [ ] tea\n${'x'.repeat(1_000_000)}\n- [x] milk\n`,
  'a megabyte of spaces': `- [ ] tea\n- [x] a${' '.repeat(1_000_000)}b\n`,
  duplicates: '- [x] milk\n- [ ] tea\n- [x] milk\n- [x] milk\n',
  'unknown Markdown': '---\ntitle: x\n---\n| a | b |\n> - [ ] quoted\n<!-- - [ ] -->\n- [ ] tea\n1. [ ] one\n[^1]: x\n',
  'no line end at the end': 'text\n- [x] milk\n- [ ] tea',
  'control characters': '\0\u0007\n- [ ] tea\n\v\f\u0085\u2028\n',
};

describe.each(Object.entries(corpus))('#109 a text with %s', (_, source) => {
  const line = /^.*tea[^\S\r\n]*(?:\r\n|\n|\r|$)/m.exec(source)?.[0] ?? '';

  test('is as it was when nothing changes', () => {
    const checklist = new Checklist(source);
    const same = new Map(checklist.items.map((item) => [item.line, item]));
    expect(checklist.with(same, []) === source).toBe(true);
  });

  test('changes by one letter when an item is done', () => {
    expect(change(source, 'tea', done('tea')) === source.replace(line, line.replace('[ ]', '[x]'))).toBe(true);
  });

  test('changes in the words alone when they change', () => {
    const after = change(source, 'tea', { text: '$& cake', completed: false });
    expect(after === source.replace('tea', () => '$& cake')).toBe(true);
  });

  test('loses one line when an item goes', () => {
    expect(change(source, 'tea', undefined) === source.replace(line, '')).toBe(true);
  });
});

describe('adding', () => {
  test.each([
    ['an empty text', '', '- [ ] new\n'],
    ['no item', '# To do', '# To do\n- [ ] new'],
    ['other line ends', '- [x] a\r\n', '- [x] a\r\n- [ ] new\r\n'],
    ['another bullet', '* [x] a\n\nend\n', '* [x] a\n* [ ] new\n\nend\n'],
    [
      'sub-items and notes',
      '- [ ] a\n  - [ ] b\n    note\n\nend\n',
      '- [ ] a\n  - [ ] b\n    note\n- [ ] new\n\nend\n',
    ],
    ['code under an item', '- [ ] a\n  ```\n\n  ```\nend\n', '- [ ] a\n  ```\n\n  ```\n- [ ] new\nend\n'],
    ['no line end at the end', '- [ ] a', '- [ ] a\n- [ ] new'],
    ['a byte order mark', '\ufeff- [ ] a\n', '\ufeff- [ ] a\n- [ ] new\n'],
  ])('fits in with %s', (_, source, expected) => {
    expect(add(source, 'new')).toBe(expected);
  });
});

test('any text is one line at most, and reads back as it was written', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'binary' }),
      fc.boolean(),
      fc.constantFrom('', '- [ ] a\r\n', '# b\n\n'),
      (text, completed, before) => {
        const item = { text: oneLine(text), completed };
        expect(new Checklist(add(before, item.text, completed)).items.at(-1)).toMatchObject(item);
      },
    ),
  );
});

describe('whatever the text', () => {
  const line = fc.constantFrom(
    '- [ ] a',
    '  * [x] b',
    '```',
    '  ~~~',
    '   ```',
    '~~~~',
    '',
    '    note',
    'text',
    '\ufeff',
    '\u2028',
  );
  const lineBreak = fc.constantFrom('\n', '\r\n', '\r');
  const markdown = fc.array(fc.tuple(line, lineBreak)).map((lines) => lines.flat().join(''));

  test('changing nothing changes no byte', () => {
    fc.assert(
      fc.property(markdown, (source) => {
        const checklist = new Checklist(source);
        expect(checklist.with(new Map(checklist.items.map((item) => [item.line, item])), [])).toBe(source);
      }),
    );
  });

  test('an item that is added is read back, behind those that were there', () => {
    fc.assert(
      fc.property(markdown, (source) => {
        const texts = (text: string) => new Checklist(text).items.map((item) => item.text);
        expect(texts(add(source, 'new'))).toEqual([...texts(source), 'new']);
      }),
    );
  });
});
