import { expect, test } from 'vitest';
import { Outbox } from '../../src/gateway/outbox.js';
import { FramesBacklogged } from '../../src/index.js';

/** A connection that has taken nothing until it is told to. */
function slowConnection() {
  const handed: string[] = [];
  const waiting: (() => void)[] = [];
  return {
    handed,
    hand: (_kind: string, text: string, taken: () => void) => {
      handed.push(text);
      waiting.push(taken);
    },
    take: (count = 1) => {
      for (const taken of waiting.splice(0, count)) taken();
    },
  };
}

const texts = (count: number, from = 0) => Array.from({ length: count }, (_, index) => String(from + index));

function filled(count: number, longest = 100): Outbox {
  const outbox = new Outbox(longest);
  for (const text of texts(count)) outbox.add('KIND', text);
  return outbox;
}

test('sixteen frames are under way at once, and each that is taken makes room for the next, in order', () => {
  const outbox = filled(20);
  const { handed, hand, take } = slowConnection();
  outbox.attach(hand);
  expect(handed).toEqual(texts(16));
  take();
  expect(handed).toEqual(texts(17));
  take(16);
  expect(handed).toEqual(texts(20));
  take(3);
  outbox.add('KIND', '20');
  expect(handed).toEqual(texts(21));
});

test('what a connection had not taken when it was lost goes to the next one, in order', () => {
  const outbox = filled(20);
  const first = slowConnection();
  outbox.attach(first.hand);
  first.take(5);
  outbox.detach();
  const second = slowConnection();
  outbox.attach(second.hand);
  expect(second.handed).toEqual(texts(15, 5));
  second.take(15);
  expect(outbox.close()).toBe(0);
});

test('a connection that is lost says nothing more of what it has taken', () => {
  const outbox = filled(3);
  const first = slowConnection();
  outbox.attach(first.hand);
  outbox.detach();
  first.take(3);
  const second = slowConnection();
  outbox.attach(second.hand);
  first.take(3);
  expect(second.handed).toEqual(texts(3));
  second.take(3);
  outbox.add('KIND', '3');
  expect(second.handed).toEqual(texts(4));
});

test('no more frames are handed to a connection that is lost while it is handed one', () => {
  const outbox = filled(3);
  const handed: string[] = [];
  outbox.attach((_kind, text) => {
    handed.push(text);
    outbox.detach();
  });
  expect(handed).toEqual(['0']);
  outbox.add('KIND', '3');
  expect(handed).toEqual(['0']);
});

test('as many frames wait as may, those under way among them, and one more is refused', () => {
  const outbox = filled(3, 3);
  expect(() => outbox.add('KIND', '3')).toThrow(FramesBacklogged);
  const { hand, take } = slowConnection();
  outbox.attach(hand);
  expect(() => outbox.add('KIND', '3')).toThrow('KIND was not sent: 3 frames are waiting');
  take();
  outbox.add('KIND', '3');
});

test('closing gives up what no connection has, and says how much that was', () => {
  expect(filled(4).close()).toBe(4);
  const outbox = filled(20);
  const { handed, hand, take } = slowConnection();
  outbox.attach(hand);
  expect(outbox.close()).toBe(4);
  take(16);
  expect(handed).toEqual(texts(16));
});
