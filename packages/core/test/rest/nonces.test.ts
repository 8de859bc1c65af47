import { expect, test } from 'vitest';
import { Nonces } from '../../src/rest/nonces.js';

test('a nonce of another process is told from an own one, and from what somebody chose', () => {
  const [own, other] = [new Nonces(), new Nonces()];
  const [ours, theirs] = [own.next(), other.next()];
  expect([own.isOurs(ours), own.isOurs(theirs), own.isOurs('tea'), own.isOurs(null)]).toEqual([
    true,
    false,
    false,
    false,
  ]);
  expect([own.isAnothers(theirs), own.isAnothers(ours), own.isAnothers(null)]).toEqual([true, false, false]);
  for (const chosen of [
    '',
    'tea',
    'bw-',
    `x${theirs}`,
    `${theirs} `,
    'bw-short-1',
    'bw-aaaaaaaaaaaa-',
    theirs.slice(3),
  ]) {
    expect(own.isAnothers(chosen)).toBe(false);
  }
});

test('nonces of one process end in numbers that count up, in base 36', () => {
  const nonces = new Nonces();
  const ends = Array.from({ length: 36 }, () => nonces.next().split('-').at(-1));
  expect([ends[0], ends[9], ends[35]]).toEqual(['1', 'a', '10']);
});

test('nonces count as kept until one comes back changed, and again once one comes back as it was', () => {
  const nonces = new Nonces();
  expect(nonces.areKept).toBe(true);
  nonces.cameBack('a', null);
  expect(nonces.areKept).toBe(false);
  nonces.cameBack('a', 'a');
  expect(nonces.areKept).toBe(true);
});
