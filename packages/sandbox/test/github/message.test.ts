import { limits, mentionPattern } from '@botwright/protocol';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { githubMessage } from '../../src/github/message.js';
import { exampleSets, examplesOf } from '../support/github-examples.js';

const who = { repository: { full_name: 'octo/repo' }, sender: { login: 'octocat' } };
const address = 'https://github.test/octo/repo/1';
const numbered = { number: 7, title: 'Fix the _tests_', html_url: address };

function said(event: string, payload: object): string {
  return githubMessage(event, { ...who, ...payload });
}

describe('a push', () => {
  const commit = (id: string, message: string) => ({ id, message, url: address, author: { name: 'Mona' } });
  const sha = '0123456789abcdef0123456789abcdef01234567';
  const push = { ref: 'refs/heads/main', compare: address, commits: [commit(sha, 'Fix it\n\nAt last.')] };

  test('lists its commits by the first line of each', () => {
    expect(said('push', push)).toBe(
      [
        `\`octo/repo\`: \`octocat\` pushed to branch \`main\`: [1 commit](${address})`,
        `- [0123456](${address}) \`Fix it\` by \`Mona\``,
      ].join('\n'),
    );
  });

  test('of many commits shows five and counts the rest', () => {
    const commits = Array.from({ length: 8 }, () => commit(sha, 'Fix it'));
    const lines = said('push', { ...push, commits }).split('\n');
    expect(lines).toHaveLength(7);
    expect(lines[0]).toContain('8 commits');
    expect(lines.at(-1)).toBe('and 3 more');
  });

  test.each([
    [{ created: true }, 'created branch `main`: '],
    [{ forced: true }, 'pushed to branch `main` by force: '],
    [{ deleted: true, commits: [] }, 'deleted branch `main`'],
    [{ ref: 'refs/tags/v1', created: true, commits: [] }, 'created tag `v1`: '],
    [{ ref: 'odd', commits: [] }, 'pushed to branch `odd`: '],
  ])('with %o is said so', (change, words) => {
    expect(said('push', { ...push, ...change })).toContain(`\`octocat\` ${words}`);
  });
});

describe('a pull request', () => {
  test.each([
    ['opened', {}, 'opened'],
    ['closed', { merged: true }, 'merged'],
    ['closed', { merged: false }, 'closed'],
    ['synchronize', {}, 'pushed to'],
    ['review_requested', {}, 'asked for a review of'],
    ['auto_merge_enabled', {}, 'auto merge enabled'],
  ])('that is %s with %o', (action, more, verb) => {
    expect(said('pull_request', { action, pull_request: { ...numbered, ...more } })).toBe(
      `\`octo/repo\`: \`octocat\` ${verb} pull request [#7](${address}) \`Fix the _tests_\``,
    );
  });
});

describe('an issue', () => {
  test('is named by number and title', () => {
    expect(said('issues', { action: 'reopened', issue: numbered })).toBe(
      `\`octo/repo\`: \`octocat\` reopened issue [#7](${address}) \`Fix the _tests_\``,
    );
  });

  const comment = { body: 'I *agree*.\nReally.', html_url: `${address}#2` };

  test.each([
    ['created', {}, `commented on issue [#7](${address}#2)`],
    ['edited', { pull_request: { url: address } }, `changed a comment on pull request [#7](${address}#2)`],
  ])('with a comment that was %s shows what it says', (action, more, words) => {
    expect(said('issue_comment', { action, issue: { ...numbered, ...more }, comment })).toBe(
      `\`octo/repo\`: \`octocat\` ${words} \`Fix the _tests_\`\n\`I *agree*. Really.\``,
    );
  });

  test('with a comment that was deleted shows it no longer', () => {
    expect(said('issue_comment', { action: 'deleted', issue: numbered, comment })).toBe(
      `\`octo/repo\`: \`octocat\` deleted a comment on issue [#7](${address}) \`Fix the _tests_\``,
    );
  });
});

test.each([
  [
    'release',
    { action: 'published', release: { tag_name: 'v1', name: 'One', html_url: address } },
    '`octocat` published [release](https://github.test/octo/repo/1) `One`',
  ],
  [
    'release',
    { action: 'published', release: { tag_name: 'v1', name: '', html_url: '' } },
    '`octocat` published release `v1`',
  ],
  ['star', { action: 'created' }, '`octocat` gave a star'],
  ['star', { action: 'deleted' }, '`octocat` took their star back'],
  [
    'fork',
    { forkee: { full_name: 'mona/repo', html_url: address } },
    '`octocat` made [a fork](https://github.test/octo/repo/1), `mona/repo`',
  ],
  ['ping', { zen: 'Half measures.' }, 'events will be told here. `Half measures.`'],
  ['label', { action: 'created' }, '`label` `created` by `octocat`'],
  ['gollum', {}, '`gollum` by `octocat`'],
])('the event %s says its own', (event, payload, words) => {
  expect(said(event, payload)).toBe(`\`octo/repo\`: ${words}`);
});

test.each([
  [{ action: 'completed', conclusion: 'failure' }, 'ended with `failure` on `main`'],
  [{ action: 'requested', conclusion: null }, 'was asked for on `main`'],
  [{ action: 'in_progress', conclusion: null }, 'runs on `main`'],
])('a workflow run says how it stands: %o', ({ action, conclusion }, words) => {
  const run = { name: 'CI', run_number: 12, head_branch: 'main', conclusion, html_url: address };
  expect(said('workflow_run', { action, workflow_run: run })).toBe(
    `\`octo/repo\`: workflow \`CI\` [#12](${address}) ${words}`,
  );
});

test('what belongs to no repository is said of its organization, and what belongs to none of GitHub', () => {
  expect(githubMessage('organization', { organization: { login: 'octo' } })).toMatch(/^`octo`: /);
  expect(githubMessage('meta', {})).toBe('`GitHub`: `meta` by `somebody`');
  expect(githubMessage(undefined, {})).toBe('`GitHub`: `event` by `somebody`');
});

describe('words from outside', () => {
  const title = (words: string) => said('issues', { action: 'opened', issue: { ...numbered, title: words } });

  test.each([
    ['a mention', '<@0123456789abcdef>', '<\u200b@\u200b0123456789abcdef>'],
    ['a mention of all', '@everyone', '\u200b@\u200beveryone'],
    ['the end of code', 'a ` **b** ```c', "a ' **b** '''c"],
    ['lines', 'a\n# b\r\n\r\n> c', 'a # b > c'],
    ['text that turns around', 'a\u202eb', 'a b'],
    ['control characters', 'a\0\u001b[31mb', 'a [31mb'],
    ['nothing at all', ' \n ', '?'],
    ['half a character', 'a\ud800b', 'a\ufffdb'],
  ])('stay words: %s', (_what, words, shown) => {
    expect(title(words)).toBe(`\`octo/repo\`: \`octocat\` opened issue [#7](${address}) \`${shown}\``);
  });

  test('are cut where they are long', () => {
    expect(title('x'.repeat(5000))).toContain(`\`${'x'.repeat(199)}…\``);
  });

  test.each([
    ['javascript:alert(1)', '#7'],
    ['no address', '#7'],
    [`https://github.test/${'x'.repeat(600)}`, '#7'],
    ['https://github.test/a)b [c](d)', '[#7](https://github.test/a%29b%20%5Bc%5D%28d%29)'],
    ['https://github.test/?<@0123456789abcdef>`', '[#7](https://github.test/?%3C%400123456789abcdef%3E%60)'],
  ])('are links only where they are addresses of the web: %s', (html_url, shown) => {
    expect(said('issues', { action: 'opened', issue: { ...numbered, html_url } })).toContain(`issue ${shown} \``);
  });
});

const recorded = exampleSets.flatMap(examplesOf);
const nasty = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 400 }),
  fc.constantFrom('<@0123456789abcdef>', '`', '](', '@here', '\n\n# x', 'https://a.test/<@b>', '@'.repeat(3000)),
);

/** A recorded delivery in which each text is another one. */
function withOtherTexts(payload: unknown, next: () => string): unknown {
  if (typeof payload === 'string') return next();
  if (Array.isArray(payload)) return payload.map((entry) => withOtherTexts(entry, next));
  if (typeof payload !== 'object' || payload === null) return payload;
  return Object.fromEntries(Object.entries(payload).map(([name, value]) => [name, withOtherTexts(value, next)]));
}

function demandHarmless(content: string): void {
  expect(content.length).toBeLessThanOrEqual(limits.messageContentLength.value);
  expect(content.match(mentionPattern)).toBeNull();
  expect(content.isWellFormed()).toBe(true);
  // Outside of code there are our own words and addresses alone.
  const ownWords = content.replaceAll(/`[^`\n]+`/g, '').replaceAll(/\(https?:[^()\s]+\)/g, '');
  expect(ownWords).toMatch(/^[\w #,.:[\]\n-]*$/);
}

test('whatever the texts of a delivery are, its message is short and holds no Markdown of theirs', () => {
  const arbitrary = fc.tuple(fc.constantFrom(...recorded), fc.infiniteStream(nasty), nasty);
  fc.assert(
    fc.property(arbitrary, ([{ event, payload }, texts, name]) => {
      const next = () => String(texts.next().value);
      const { action } = payload as { action?: unknown };
      demandHarmless(githubMessage(event, { ...(withOtherTexts(payload, next) as object), action }));
      demandHarmless(githubMessage(name, withOtherTexts(payload, next)));
    }),
  );
});

test('any JSON gets a message under any name', () => {
  fc.assert(
    fc.property(
      fc.option(fc.oneof(fc.constantFrom('push', 'issues', 'star'), nasty)),
      fc.jsonValue(),
      (event, payload) => {
        demandHarmless(githubMessage(event ?? undefined, payload));
      },
    ),
  );
});
