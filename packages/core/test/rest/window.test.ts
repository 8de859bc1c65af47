import { expect, test } from 'vitest';
import { RecentStarts } from '../../src/rest/recent-starts.js';
import { Window } from '../../src/rest/window.js';

test('a window counts a request from its reply, and from a second after its start while there is none', () => {
  const window = new Window(2, 1_000);
  expect(window.waitMs(0)).toBe(0);
  const first = window.take(0);
  expect(window.waitMs(0)).toBe(0);
  window.take(10);
  expect(window.waitMs(10)).toBe(1_990);
  window.settle(first, 50);
  expect(window.waitMs(60)).toBe(990);
  expect(window.waitMs(1_050)).toBe(0);
});

test('a reply that comes late makes no place free later than it would have been without', () => {
  const window = new Window(1, 1_000);
  const ticket = window.take(0);
  window.settle(ticket, 1_500);
  expect(window.waitMs(1_500)).toBe(500);
});

test('a reply to a request whose place another has meanwhile changes nothing', () => {
  const window = new Window(2, 1_000);
  const [first, second] = [window.take(0), window.take(0)];
  const third = window.take(2_000);
  window.settle(first, 2_001);
  window.settle(second, 2_001);
  window.take(2_001);
  expect(window.waitMs(2_001)).toBe(1_999);
  window.settle(third, 2_100);
  expect(window.waitMs(2_100)).toBe(1_000);
});

test('a window of what goes out, not of what arrives, counts from the start', () => {
  const window = new Window(1, 1_000, 0);
  window.take(0);
  expect(window.waitMs(0)).toBe(1_000);
});

test('of the requests that were let through the last ones are remembered, in order', () => {
  const starts = new RecentStarts(3);
  starts.add(1);
  starts.add(2);
  expect(starts.inOrder()).toEqual([1, 2]);
  starts.add(3);
  starts.add(4);
  expect(starts.inOrder()).toEqual([2, 3, 4]);
  expect(starts.countSince(2)).toBe(2);
  expect(starts.countSince(4)).toBe(0);
});
