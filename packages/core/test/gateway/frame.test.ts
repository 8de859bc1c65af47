import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseFrame, peekKind } from '../../src/gateway/frame.js';

const frames = fc.record({ t: fc.string({ unit: 'binary' }), d: fc.jsonValue() });

describe('peeking at the name of an event', () => {
  test('agrees with the parser, or leaves the name to it', () => {
    fc.assert(
      fc.property(frames, (frame) => {
        const bytes = Buffer.from(JSON.stringify(frame));
        const peeked = peekKind(bytes);
        expect(peeked === undefined || peeked === parseFrame(bytes)?.t).toBe(true);
      }),
    );
  });

  test('finds every name of the form the service uses', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[A-Z_]{1,64}$/), fc.jsonValue(), (t, d) => {
        expect(peekKind(Buffer.from(JSON.stringify({ t, d })))).toBe(t);
      }),
    );
  });

  test('tells names apart however many came before', () => {
    const names = Array.from({ length: 5_000 }, (_, index) => `KIND_${index}`);
    for (const name of [...names, ...names]) expect(peekKind(Buffer.from(`{"t":"${name}"}`))).toBe(name);
  });

  test('leaves a frame in another order, with an escape or with a very long name to the parser', () => {
    expect(peekKind(Buffer.from('{"d":{},"t":"READY"}'))).toBeUndefined();
    expect(peekKind(Buffer.from('{ "t": "READY" }'))).toBeUndefined();
    expect(peekKind(Buffer.from('{"t":"READ\\u0059"}'))).toBeUndefined();
    expect(peekKind(Buffer.from('{"t":"RÉADY"}'))).toBeUndefined();
    expect(peekKind(Buffer.from(`{"t":"${'A'.repeat(65)}"}`))).toBeUndefined();
  });

  test('never throws, whatever the bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array(), (bytes) => {
        peekKind(Buffer.from(bytes));
        parseFrame(Buffer.from(bytes));
      }),
    );
  });
});

test('only an object with a name is a frame', () => {
  for (const text of ['', 'null', '[]', '"READY"', '{"d":1}', '{"t":1}', '{']) {
    expect(parseFrame(Buffer.from(text))).toBeUndefined();
  }
});
