import { endpoints, RequestRejected } from 'botwright';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Reconciled, reconcile, type Sides } from '../src/reconcile.js';
import { histories } from './support/edit-history.js';
import { expectNothingLost } from './support/expect-nothing-lost.js';
import { Killed, MemorySides } from './support/memory-sides.js';

/** One run of a bot that heard of every deletion. */
function run(sides: Sides, confirmed = false): Promise<Reconciled> {
  return reconcile(sides, { confirmed, deleted: sides instanceof MemorySides ? sides.deleted : new Set() });
}

/** Both sides hold these items and agree on them. */
async function agreed(...texts: string[]): Promise<MemorySides> {
  const sides = new MemorySides();
  sides.text = texts.map((text) => `- [ ] ${text}\n`).join('');
  await run(sides, true);
  return sides;
}

function inChannel(sides: MemorySides): string[] {
  return [...sides.items.values()].map(({ text, completed }) => `${completed ? 'x' : '-'} ${text}`);
}

function change(sides: MemorySides, from: string, to: { text?: string; completed?: boolean }): void {
  const item = [...sides.items.values()].find(({ text }) => text === from);
  if (item === undefined) throw new Error(`nothing in the channel says ${from}`);
  sides.put({ ...item, ...to }, item.id);
}

function numbered(count: number): string[] {
  return Array.from({ length: count }, (_, index) => `item ${index}`);
}

test('T14 random edits on both sides, with syncs cut off anywhere, converge and lose nothing', async () => {
  await fc.assert(fc.asyncProperty(histories, expectNothingLost), { numRuns: 1000 });
});

describe('T3 the merge', () => {
  test('copies what one side alone changed, field by field', async () => {
    const sides = await agreed('buy tea', 'ring mum');
    sides.text = sides.text.replace('buy tea', 'buy green tea');
    change(sides, 'buy tea', { completed: true });
    change(sides, 'ring mum', { text: 'ring mum and dad' });
    await run(sides);
    expect(sides.text).toBe('- [x] buy green tea\n- [ ] ring mum and dad\n');
    expect(inChannel(sides)).toEqual(['x buy green tea', '- ring mum and dad']);
  });

  test('takes what both changed alike as agreed, and writes neither', async () => {
    const sides = await agreed('buy tea');
    sides.text = '- [x] buy green tea\n';
    change(sides, 'buy tea', { text: 'buy green tea', completed: true });
    const { writes } = sides;
    expect(await run(sides)).toMatchObject({ outcome: 'done', inFile: 0, inChannel: 0 });
    // The snapshot alone.
    expect(sides.writes - writes).toBe(1);
  });

  test('keeps both texts when both were edited, as two items, and names them', async () => {
    const sides = await agreed('buy tea', 'ring mum');
    sides.text = sides.text.replace('buy tea', 'buy green tea');
    change(sides, 'buy tea', { text: 'buy black tea' });
    expect(await run(sides)).toMatchObject({ outcome: 'done', conflicts: ['buy green tea'] });
    expect(sides.text).toBe('- [ ] buy green tea\n- [ ] ring mum\n- [ ] buy black tea\n');
    expect(inChannel(sides).toSorted()).toEqual(['- buy black tea', '- buy green tea', '- ring mum']);
  });

  test('takes a line in the place of another for an edit only when it is like it', async () => {
    const sides = await agreed('ring mum');
    sides.text = '- [ ] buy 3 eggs\n';
    change(sides, 'ring mum', { completed: true });
    await run(sides);
    expect(inChannel(sides)).toEqual(['x ring mum', '- buy 3 eggs']);
    expect(sides.text).toBe('- [ ] buy 3 eggs\n- [x] ring mum\n');
  });

  test('lets done win where the two sides meet for the first time', async () => {
    const sides = new MemorySides();
    sides.text = '- [x] buy tea\n- [ ] ring mum\n';
    sides.put({ text: 'buy tea', completed: false });
    sides.put({ text: 'ring mum', completed: true });
    await run(sides);
    expect(sides.text).toBe('- [x] buy tea\n- [x] ring mum\n');
    expect(inChannel(sides)).toEqual(['x buy tea', 'x ring mum']);
  });
});

describe('a deletion', () => {
  test('on one side takes the item from the other, when it was left alone there', async () => {
    const sides = await agreed('one', 'two', 'three');
    sides.text = sides.text.replace('- [ ] one\n', '');
    sides.delete([...sides.items.values()].find(({ text }) => text === 'three')?.id ?? '');
    await run(sides);
    expect(sides.text).toBe('- [ ] two\n');
    expect(inChannel(sides)).toEqual(['- two']);
  });

  test('does not take an item that the other side changed', async () => {
    const sides = await agreed('one', 'two');
    sides.text = '- [ ] two and more\n';
    change(sides, 'one', { completed: true });
    sides.delete([...sides.items.values()].find(({ text }) => text === 'two')?.id ?? '');
    await run(sides);
    expect(sides.text).toBe('- [ ] two and more\n- [x] one\n');
    expect(inChannel(sides).toSorted()).toEqual(['- two and more', 'x one']);
  });
});

describe('T4 the brake', () => {
  test.each([
    ['delete', ''],
    ['complete', '- [x] $1\n'],
  ])('stops a run that would %s more than a fifth of all, before it writes', async (_, replacement) => {
    const sides = await agreed(...numbered(40));
    sides.text = sides.text.replace(/- \[ \] (item \d)\n/g, replacement);
    const { text, writes } = sides;
    expect(await run(sides)).toEqual({ outcome: 'braked', drastic: 10, of: 40 });
    expect(sides).toMatchObject({ text, writes });
    expect(await run(sides, true)).toMatchObject({ outcome: 'done', inChannel: 10 });
  });

  test('lets five through, and a fifth of more', async () => {
    const few = await agreed(...numbered(6));
    few.text = '- [ ] item 5\n';
    expect(await run(few)).toMatchObject({ outcome: 'done', inChannel: 5 });
    const many = await agreed(...numbered(50));
    many.text = many.text.replace(/- \[ \] item \d\n/g, '');
    expect(await run(many)).toMatchObject({ outcome: 'done', inChannel: 10 });
  });

  test('holds for what is deleted in the channel too', async () => {
    const sides = await agreed(...numbered(12));
    const { text } = sides;
    for (const { id } of [...sides.items.values()].slice(0, 6)) sides.delete(id);
    expect(await run(sides)).toEqual({ outcome: 'braked', drastic: 6, of: 12 });
    expect(sides.text).toBe(text);
    await run(sides, true);
    expect(sides.text).toBe(text.split('\n').slice(6).join('\n'));
  });
});

describe('a file without its items', () => {
  test.each([
    ['missing', undefined],
    ['empty', ''],
    ['empty', ' \r\n\t\n'],
  ])('is %s: the channel loses nothing, even if somebody confirms', async (problem, text) => {
    const sides = await agreed('one', 'two');
    const { writes } = sides;
    const vanished = { ...sides, file: { ...sides.file, read: async () => text } };
    await expect(run(vanished, true)).rejects.toMatchObject({ code: 'CHECKLIST_UNUSABLE', problem });
    expect(sides.writes).toBe(writes);
    expect(inChannel(sides)).toEqual(['- one', '- two']);
  });

  test('is filled when nothing was linked yet', async () => {
    const sides = new MemorySides();
    sides.text = '';
    sides.put({ text: 'one', completed: true });
    await run(sides);
    expect(sides.text).toBe('- [x] one\n');
  });
});

test('a file that is changed while a run looks at it is left as it is', async () => {
  const sides = await agreed('one');
  change(sides, 'one', { completed: true });
  const { writes } = sides;
  const busy = { ...sides, file: { ...sides.file, replace: async () => false } };
  expect(await run(busy)).toEqual({ outcome: 'overtaken' });
  expect(sides.writes).toBe(writes);
});

describe('equal texts', () => {
  test('are as many items as there are lines', async () => {
    const sides = await agreed('tea', 'tea', 'tea');
    expect(inChannel(sides)).toEqual(['- tea', '- tea', '- tea']);
    sides.text = '- [ ] tea\n- [x] tea\n';
    await run(sides);
    expect(inChannel(sides).toSorted()).toEqual(['- tea', 'x tea']);
    const { writes } = sides;
    await run(sides);
    expect(sides.writes).toBe(writes);
  });
});

describe('a text that is longer than the channel takes', () => {
  const long = `${'x'.repeat(250)} \u{1f375}\u{1f375}\u{1f375}\u{1f375} end`;

  test('is cut there, with a mark, and stays whole in the file', async () => {
    const sides = await agreed(long);
    expect(inChannel(sides)).toEqual([`- ${'x'.repeat(250)} \u{1f375}\u{1f375}…`]);
    const { writes } = sides;
    await run(sides);
    expect(sides).toMatchObject({ writes, text: `- [ ] ${long}\n` });
  });

  test('is not added twice when the run that added it was cut off', async () => {
    const sides = new MemorySides();
    sides.text = `- [ ] ${long}\n`;
    sides.killAfter(1);
    await expect(run(sides)).rejects.toThrow(Killed);
    sides.live();
    await run(sides);
    expect(inChannel(sides)).toHaveLength(1);
    expect(sides.text).toBe(`- [ ] ${long}\n`);
  });
});

describe('a write that the service does not take', () => {
  const timedOut = () => Promise.reject(new Error('no answer'));

  test('is made up for in the next run, without a second copy of what was stored', async () => {
    const sides = new MemorySides();
    sides.text = numbered(100)
      .map((text) => `- [ ] ${text}\n`)
      .join('');
    let calls = 0;
    // The 37th is stored, but its answer never comes.
    const add = (text: string) => sides.channel.add(text).then((item) => (++calls === 37 ? timedOut() : item));
    const flaky = { ...sides, channel: { ...sides.channel, add } };
    expect(await run(flaky)).toMatchObject({
      outcome: 'done',
      inChannel: 36,
      failures: [expect.any(Error)],
    });
    expect(await run(sides)).toMatchObject({ outcome: 'done', inChannel: 63, failures: [] });
    expect(inChannel(sides)).toEqual(numbered(100).map((text) => `- ${text}`));
  });

  test('does not keep the other items waiting when it concerns one item alone', async () => {
    const sides = new MemorySides();
    sides.text = '- [ ] one\n- [ ] two\n- [ ] three\n';
    const rejection = new RequestRejected(endpoints.createTodoItem, 400, 'no such words', '');
    const add = (text: string) => (text === 'two' ? Promise.reject(rejection) : sides.channel.add(text));
    const choosy = { ...sides, channel: { ...sides.channel, add } };
    const report: Reconciled = await run(choosy);
    expect(report).toMatchObject({ outcome: 'done', inChannel: 2, failures: [rejection] });
    expect(inChannel(sides)).toEqual(['- one', '- three']);
    expect(sides.text).toBe('- [ ] one\n- [ ] two\n- [ ] three\n');
  });
});

describe('a channel that has none of the linked items', () => {
  test('takes no line from the file when nobody was heard deleting them: they are added to it again', async () => {
    const sides = await agreed('one', 'two');
    sides.items.clear();
    expect(await run(sides)).toMatchObject({ outcome: 'done', beginsAnew: true, inFile: 0, inChannel: 2 });
    expect(inChannel(sides)).toEqual(['- one', '- two']);
    expect(await run(sides)).toMatchObject({ beginsAnew: false, inFile: 0, inChannel: 0 });
  });

  test('takes them from the file when somebody was', async () => {
    const sides = await agreed('one', 'two');
    for (const id of [...sides.items.keys()]) sides.delete(id);
    expect(await run(sides)).toMatchObject({ outcome: 'done', beginsAnew: false, inFile: 2 });
    expect(sides.text).toBe('');
  });

  test('may have given their ids to others, which are items of their own', async () => {
    const sides = await agreed('one', 'two');
    for (const item of [...sides.items.values()]) {
      sides.items.set(item.id, { ...item, text: `other than ${item.text}`, createdAt: 'later' });
    }
    await run(sides);
    expect(sides.text).toBe('- [ ] one\n- [ ] two\n- [ ] other than one\n- [ ] other than two\n');
  });
});
