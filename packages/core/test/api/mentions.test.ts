import { mentionPattern } from '@botwright/protocol';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type AllowedMentions, defuseMentions } from '../../src/index.js';
import { clientOf } from '../support/client.js';
import { Service } from '../support/service.js';
import { message } from '../support/shapes.js';

/** Who might be notified, as the most generous reader would see it. No id begins with an invisible character. */
function notified(text: string): string[] {
  const plain = text.normalize('NFKC');
  const users = [...plain.matchAll(mentionPattern)].map((match) => match[1] ?? '');
  return [...users.filter((user) => !user.startsWith('\u200b')), ...(plain.match(/@(?:everyone|here)/gi) ?? [])];
}

const piece = fc.constantFrom(
  '<',
  '>',
  '@',
  '<@',
  '<@u1>',
  '<@u2>',
  '@everyone',
  '@here',
  '@Everyone',
  '@ｅveryone',
  '@𝐞𝐯𝐞𝐫𝐲𝐨𝐧𝐞',
  '<@everyone>',
  '＠',
  '＜＠u1>',
  '<@!',
  ' ',
  '\u200b',
  'every',
  'one',
  'here',
  '@@',
  '\\',
  '`',
);
const text = fc
  .array(fc.oneof(piece, fc.string({ unit: 'binary', maxLength: 4 })), { maxLength: 30 })
  .map((parts) => parts.join(''));

describe('mentions in a text that goes out', () => {
  test('notify nobody unless they are allowed', () => {
    fc.assert(
      fc.property(text, (said) => {
        expect(notified(defuseMentions(said))).toEqual([]);
      }),
      { numRuns: 2_000 },
    );
  });

  test('notify only those who are allowed', () => {
    fc.assert(
      fc.property(text, (said) => {
        const some = notified(defuseMentions(said, { users: ['u1'] }));
        expect(some.filter((user) => user !== 'u1')).toEqual([]);
        const all = notified(defuseMentions(said, { users: true }));
        expect(all.filter((user) => user.startsWith('@'))).toEqual([]);
      }),
      { numRuns: 2_000 },
    );
  });

  test('lose nothing but their effect: the text reads the same without what was put in', () => {
    const withoutBreaks = (said: string) => said.replaceAll('\u200b', '');
    fc.assert(
      fc.property(text, (said) => {
        expect(withoutBreaks(defuseMentions(said))).toBe(withoutBreaks(said));
      }),
    );
  });

  test('are not broken twice', () => {
    fc.assert(
      fc.property(text, (said) => {
        expect(defuseMentions(defuseMentions(said))).toBe(defuseMentions(said));
      }),
    );
  });

  const table: readonly [AllowedMentions, expected: string][] = [
    [{}, '<@\u200bu1> <@\u200bu2> @\u200beveryone @\u200bhere'],
    [{ users: ['u2'] }, '<@\u200bu1> <@u2> @\u200beveryone @\u200bhere'],
    [{ users: true }, '<@u1> <@u2> @\u200beveryone @\u200bhere'],
    [{ everyone: true }, '<@\u200bu1> <@\u200bu2> @everyone @here'],
    [{ users: true, everyone: true }, '<@u1> <@u2> @everyone @here'],
  ];
  test.each(table)('with %j', (allowed, expected) => {
    expect(defuseMentions('<@u1> <@u2> @everyone @here', allowed)).toBe(expected);
  });
});

describe('a message that goes out', () => {
  test('has no live mention in its content, its embeds and its list, unless asked', async () => {
    await using service = await Service.start();
    await using client = clientOf(service);
    service.respond = () => ({ body: { message: message() } });
    const draft = {
      content: 'hello <@u1>',
      embeds: [
        {
          title: '@everyone',
          description: '<@u1>',
          url: 'https://example.org/<@u1>',
          author: { name: '@here', icon_url: 'https://example.org/@here' },
          footer: { text: '<@u1>' },
          fields: [{ name: '@here', value: '@everyone' }],
        },
      ],
      mentions: { users: ['u1', 'u2'] },
    };
    const before = structuredClone(draft);
    await client.api.messages.create('c', draft);
    await client.api.messages.edit('c', 'm', draft);
    await client.api.messages.create('c', draft, { allowMentions: { users: ['u1'] } });
    await client.api.messages.create('c', draft, { allowMentions: { users: true, everyone: true } });
    const [created, edited, some, all] = service.requests.map(({ body }) => JSON.parse(body));
    const texts = ({ content, embeds: [embed] }: typeof draft) =>
      JSON.stringify([content, { ...embed, url: '' }, embed?.author.name]).replaceAll('https://example.org/@here', '');
    expect(notified(texts(created))).toEqual([]);
    expect(created.embeds[0]).toMatchObject({
      url: draft.embeds[0]?.url,
      author: { icon_url: 'https://example.org/@here' },
    });
    expect(created.mentions.users).toEqual([]);
    expect(notified(texts(edited))).toEqual([]);
    expect(notified(texts(some))).toEqual(['u1', 'u1', 'u1']);
    expect(some.mentions.users).toEqual(['u1']);
    expect(all).toMatchObject(before);
    expect(draft).toEqual(before);
  });
});
