import { expect } from 'vitest';
import { EditHistory, type Step } from './edit-history.js';

/** Plays a history, and looks that two syncs bring the sides together with every edit in its place. */
export async function expectNothingLost(steps: readonly Step[]): Promise<void> {
  const history = new EditHistory();
  await history.play(steps);
  await history.sync();
  await history.sync();
  expect(await history.sync()).toBe(0);
  const texts = history.contents('file');
  expect(history.contents('channel')).toEqual(texts);
  expect(new Set(texts).size).toBe(texts.length);
  expect(history).toMatchObject({ lost: [], lostMarks: [], resurrected: [] });
}
