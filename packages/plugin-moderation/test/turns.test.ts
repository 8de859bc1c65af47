import { expect, test } from 'vitest';
import { Turns } from '../src/turns.js';

test('work on one key waits for the work before it, and work on another does not', async () => {
  const turns = new Turns();
  const gate = Promise.withResolvers<void>();
  const done: string[] = [];
  const first = turns.take('a', async () => {
    await gate.promise;
    done.push('first');
  });
  const second = turns.take('a', async () => void done.push('second'));
  await turns.take('b', async () => void done.push('other'));
  gate.resolve();
  await Promise.all([first, second]);
  expect(done).toEqual(['other', 'first', 'second']);
});

test('work that fails rejects for its caller and lets the next one run', async () => {
  const turns = new Turns();
  const failing = turns.take('a', () => Promise.reject(new Error('no luck')));
  const next = turns.take('a', () => Promise.resolve('done'));
  await expect(failing).rejects.toThrow('no luck');
  expect(await next).toBe('done');
});
