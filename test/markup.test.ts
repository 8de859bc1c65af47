import { asWritten, personLabel } from '@botwright/commands';
import { moderation } from '@botwright/plugin-moderation';
import { testBot } from '@botwright/testing';
import MarkdownIt from 'markdown-it';
import { expect, test } from 'vitest';
import { type Inline, parseMarkdown } from '../packages/sandbox/web/src/markdown.js';

/** Names and reasons as people write them to pass for something else. */
const hostile = [
  '[free gifts](https://evil.example)',
  '[free gifts](javascript:alert(1))',
  '![pixel](https://evil.example/pixel.png)',
  '[ref]: https://evil.example',
  '<https://evil.example>',
  'https://evil.example/?a=b&c=d',
  'see evil.example now',
  'www.evil.example',
  'mailto:eve@evil.example',
  'eve@evil.example',
  '# heading',
  '###### heading',
  '> quote',
  '>>> quote',
  '- item',
  '* item',
  '1. item',
  '42) item',
  '- [ ] task',
  '---',
  '===',
  '***',
  '    indented code',
  '~~~ fence',
  '||spoiler||',
  '>!spoiler!<',
  '~~struck~~',
  '**bold**',
  '__bold__',
  '*italic*',
  '_italic_',
  'a*b*c',
  'snake_case_name',
  '==marked==',
  '^up^ and ~down~',
  '$x^2$',
  ':smile:',
  '| a | b |',
  '\\*escaped\\*',
  '\\[not\\](https://evil.example)',
  '&lt;b&gt; &copy; &#42;',
  '<b>html</b>',
  '<img src=x onerror=alert(1)>',
  '<!-- comment',
  '<@someone>',
  '@everyone',
  '](https://evil.example)',
  '**',
  '_',
  '~~',
  '||',
  '{.class}',
  ':::warning',
  '[^1]',
  '-# small',
  'a | --- | b',
];

/** What cannot be shown in code as it is has one visible character in its place. */
const replaced: readonly (readonly [text: string, shown: string])[] = [
  ['`code`', 'ˋcodeˋ'],
  ['``` fence', 'ˋˋˋ fence'],
  ['a`**b**', 'aˋ**b**'],
  ['line\n# heading', 'line # heading'],
  ['line\r\n\r\n- item', 'line - item'],
  ['eve\u202egpj.exe', 'eve\ufffdgpj.exe'],
  ['zero\u200bwidth', 'zero\ufffdwidth'],
];

const plain = [
  'ada',
  'Bärbel',
  'ada lovelace',
  "O'Neill-Smith",
  '李雷',
  'spamming, again. And again!',
  'No. Really? Yes.',
];

const corpus = [...[...hostile, ...plain].map((text) => [text, text] as const), ...replaced];

/** A renderer that shares nothing with the bot, with everything turned on that makes a link or an element of text. */
const markdown = new MarkdownIt({ html: true, linkify: true, breaks: true });
markdown.linkify.set({ fuzzyLink: true, fuzzyEmail: true, fuzzyIP: true }).tlds('example', true);
const literalTokens = new Set(['text', 'code_inline', 'hardbreak', 'softbreak']);
const ownBlocks = /^(?:paragraph|bullet_list|list_item)_(?:open|close)$|^inline$/;

/** The text that a reader sees; what is more than text is an error. */
function seen(content: string): string {
  return markdown
    .parse(content, {})
    .flatMap(({ type, children }) => {
      if (!ownBlocks.test(type)) throw new Error(`${content} has a ${type}`);
      return children ?? [];
    })
    .map(({ type, content: text }) => {
      if (!literalTokens.has(type)) throw new Error(`${content} has a ${type}`);
      return type.endsWith('break') ? '\n' : text;
    })
    .join('');
}

/** The same by the reader of the sandbox's page. */
function seenOnPage(content: string): string {
  return parseMarkdown(content)
    .flatMap((block): readonly Inline[] => {
      if (block.kind === 'code') throw new Error(`${content} has a block of code`);
      return block.children;
    })
    .map((inline) => {
      if (inline.kind !== 'text' && inline.kind !== 'code') throw new Error(`${content} has a ${inline.kind}`);
      return inline.text;
    })
    .join('');
}

test('#170 names and reasons that are links, headings, spoilers or other markup are rendered as their literal text, with 0 live links', async ({
  annotate,
}) => {
  for (const [text, shown] of corpus) {
    for (const renderer of [seen, seenOnPage]) {
      expect(renderer(asWritten(text))).toBe(shown);
      expect(renderer(`${asWritten(text)} was banned: ${asWritten(text)}.`)).toBe(`${shown} was banned: ${shown}.`);
      expect(renderer(`Gone:\n- ${asWritten(text)}: ${asWritten(text)}`)).toMatch(`${shown}: ${shown}`);
      expect(renderer(personLabel({ username: text, id: 'id' }))).toContain('(id)');
    }
  }
  expect(() => seen('[free gifts](https://evil.example)')).toThrow('link_open');
  expect(() => seen('see evil.example now')).toThrow('link_open');
  expect(() => seen('# heading')).toThrow('heading_open');
  await annotate(`${corpus.length} texts by 2 renderers: all literal, 0 links`, 'reached');
});

test('what a moderator reads shows each name and reason literally', async () => {
  await using it = await testBot({ plugins: [moderation()] });
  const { bob } = it.people;
  for (const name of ['[x](https://e.com)', '||hid|| e.com', '# **eve**']) {
    const reason = `${name} [free](https://evil.example)`;
    const target = await it.newcomer(name);
    const warned = await bob.asks(`!warn <@${target.id}> ${reason}`);
    expect(seen(warned.content ?? '')).toContain(`${name} was warned`);
    const listed = await bob.asks(`!warnings <@${target.id}>`);
    expect(seen(listed.content ?? '')).toContain(`bob: ${reason}`);
    await bob.asks(`!ban <@${target.id}> ${reason}`);
    const banned = await bob.asks('!bans');
    expect(seen(banned.content ?? '')).toContain(`${name} (${target.id}): ${reason}`);
  }
});
