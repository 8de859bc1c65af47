import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Deadlines } from '../src/deadlines.js';

const clock = {
  now: () => Date.now(),
  setTimeout: (callback: () => void, ms: number) => setTimeout(callback, ms),
  clearTimeout: (timer: object | undefined) => clearTimeout(timer as NodeJS.Timeout | undefined),
};

let due: string[];
let deadlines: Deadlines;

beforeEach(() => {
  vi.useFakeTimers();
  due = [];
  deadlines = new Deadlines(clock, (key) => due.push(key));
});

afterEach(() => {
  vi.useRealTimers();
});

function inDays(days: number): number {
  return days * 24 * 60 * 60 * 1000;
}

test('each moment comes once and in order, with one timer for all', () => {
  const start = Date.now();
  for (const key of ['c', 'a', 'b']) deadlines.set(key, start + 'abc'.indexOf(key) * 1000 + 1000);
  expect(vi.getTimerCount()).toBe(1);
  vi.advanceTimersByTime(999);
  expect(due).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(due).toEqual(['a']);
  vi.advanceTimersByTime(60_000);
  expect(due).toEqual(['a', 'b', 'c']);
  expect(vi.getTimerCount()).toBe(0);
});

test('a moment takes the place of the one before', () => {
  deadlines.set('a', Date.now() + 1000);
  deadlines.set('a', Date.now() + 5000);
  vi.advanceTimersByTime(4999);
  expect(due).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(due).toEqual(['a']);
});

test('a moment that was cleared does not come', () => {
  deadlines.set('a', Date.now() + 1000);
  deadlines.clear('a');
  vi.advanceTimersByTime(5000);
  expect(due).toEqual([]);
});

test('a moment may be farther away than any timer reaches', () => {
  deadlines.set('a', Date.now() + inDays(300));
  vi.advanceTimersByTime(inDays(300) - 1);
  expect(due).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(due).toEqual(['a']);
});

test('a clock that was set forward is noticed within a minute', () => {
  deadlines.set('a', Date.now() + inDays(1));
  vi.setSystemTime(Date.now() + inDays(2));
  vi.advanceTimersByTime(60_000);
  expect(due).toEqual(['a']);
});

test('nothing comes after the end, and nothing can be set', () => {
  deadlines.set('a', Date.now() + 1000);
  deadlines.close();
  deadlines.set('b', Date.now() + 1000);
  vi.advanceTimersByTime(5000);
  expect(due).toEqual([]);
  expect(vi.getTimerCount()).toBe(0);
});
