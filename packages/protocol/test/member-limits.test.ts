import { describe, expect, test } from 'vitest';
import { type Certainty, exceededLimits, limits, type Operation, operations } from '../src/index.js';

const all: readonly Operation[] = Object.values(operations);

function found(operation: Operation, body: unknown): [string, number][] {
  return exceededLimits(operation.limits ?? [], body).map(({ member, found: size }) => [member, size]);
}

describe('the limits that one client knows', () => {
  test.each<[string, Operation, unknown, [string, number][]]>([
    [
      'a title too long',
      operations.createChannelMessage,
      { embeds: [{ title: 'x'.repeat(17) }] },
      [['embeds[].title', 17]],
    ],
    ['a title that just fits', operations.createChannelMessage, { embeds: [{ title: 'x'.repeat(16) }] }, []],
    [
      'a footer and an author too long, in two embeds',
      operations.updateChannelMessage,
      { embeds: [{ footer: { text: 'x'.repeat(17) } }, { author: { name: 'x'.repeat(13) } }] },
      [
        ['embeds[].author.name', 13],
        ['embeds[].footer.text', 17],
      ],
    ],
    [
      'a colour beyond three bytes',
      operations.createMessageWithWebhook,
      { embeds: [{ color: 0x1000000 }, { color: -1 }, { color: 0xffffff }] },
      [
        ['embeds[].color', 0x1000000],
        ['embeds[].color', -1],
      ],
    ],
    ['a team name too short', operations.updateTeam, { name: 'ab' }, [['name', 2]]],
    ['a description too long', operations.updateTeam, { description: 'x'.repeat(1001) }, [['description', 1001]]],
    ['a channel name too long', operations.createTeamChannel, { name: 'x'.repeat(21) }, [['name', 21]]],
    ['a to-do item too long', operations.createTodoItem, { content: 'x'.repeat(257) }, [['content', 257]]],
    ['nothing that a limit is about', operations.updateTeam, { name: null }, []],
    ['no embeds', operations.createChannelMessage, { content: 'hello', embeds: null }, []],
  ])('find %s', (_what, operation, body, expected) => {
    expect(found(operation, body)).toEqual(expected);
  });

  test('are not in the schemas that a client sends by', () => {
    const embeds = [{ title: 'x'.repeat(500), color: 0x1000000 }];
    expect(operations.createChannelMessage.body.safeParse({ embeds }).success).toBe(true);
    expect(operations.updateTeam.body.safeParse({ name: 'ab' }).success).toBe(true);
  });

  test('are each marked as known from one client', () => {
    const used = all.flatMap((operation) => operation.limits ?? []);
    expect(used.filter(({ limit }) => limit.oneClient !== true)).toEqual([]);
  });

  test('are each applied to some operation', () => {
    const used = new Set(all.flatMap((operation) => operation.limits ?? []).map(({ limit }) => limit));
    const marked = Object.entries(limits).filter(([, limit]) => 'oneClient' in limit);
    expect(marked.filter(([, limit]) => !used.has(limit))).toEqual([]);
  });
});

test.each<[string, unknown]>([
  ['content', { content: 'x'.repeat(2001) }],
  ['embeds', { embeds: Array.from({ length: 6 }, () => ({})) }],
  ['attachments', { attachments: Array.from({ length: 6 }, () => ({ url: 'https://cdn.example/a' })) }],
])('the stated limit on %s is in the schema', (member, body) => {
  const { error } = operations.createChannelMessage.body.safeParse(body);
  expect(error?.issues.map(({ path, code }) => ({ path, code }))).toEqual([{ path: [member], code: 'too_big' }]);
});

test('a limit that one client alone knows is never taken for stated', () => {
  const certainties: Certainty[] = Object.values(limits)
    .filter((limit) => 'oneClient' in limit)
    .map(({ certainty }) => certainty);
  expect(new Set(certainties)).toEqual(new Set(['observed']));
});
