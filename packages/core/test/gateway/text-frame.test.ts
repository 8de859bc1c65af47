import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { TextFrame } from '../../src/gateway/text-frame.js';

const kindOf = (text: string | Uint8Array) => new TextFrame(Buffer.from(text as string)).kind;

const frames = fc.record({ t: fc.string({ unit: 'binary' }), d: fc.jsonValue() });

describe('peeking at the name of an event', () => {
  test('agrees with the parser, or leaves the name to it', () => {
    fc.assert(
      fc.property(frames, (frame) => {
        const bytes = Buffer.from(JSON.stringify(frame));
        const { kind } = new TextFrame(bytes);
        expect(kind === undefined || kind === new TextFrame(bytes).parse()?.t).toBe(true);
      }),
    );
  });

  test('finds every name of the form the service uses', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[A-Z_]{1,64}$/), fc.jsonValue(), (t, d) => {
        expect(kindOf(JSON.stringify({ t, d }))).toBe(t);
      }),
    );
  });

  test('tells names apart however many came before', () => {
    const names = Array.from({ length: 5_000 }, (_, index) => `KIND_${index}`);
    for (const name of [...names, ...names]) expect(kindOf(`{"t":"${name}"}`)).toBe(name);
  });

  test('leaves a frame in another order, with an escape or with a very long name to the parser', () => {
    expect(kindOf('{"d":{},"t":"READY"}')).toBeUndefined();
    expect(kindOf('{ "t": "READY" }')).toBeUndefined();
    expect(kindOf('{"t":"READ\\u0059"}')).toBeUndefined();
    expect(kindOf('{"t":"RÉADY"}')).toBeUndefined();
    expect(kindOf(`{"t":"${'A'.repeat(65)}"}`)).toBeUndefined();
  });

  test('never throws, whatever the bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array(), (bytes) => {
        kindOf(bytes);
        new TextFrame(Buffer.from(bytes)).parse();
      }),
    );
  });
});

describe('amid what came with it a frame', () => {
  function isTheSame(before: string, text: string, after: string) {
    const bytes = Buffer.from(text);
    const chunk = Buffer.concat([Buffer.from(before), bytes, Buffer.from(after)]);
    const start = Buffer.byteLength(before);
    const [amid, alone] = [new TextFrame(chunk, start, start + bytes.length), new TextFrame(bytes)];
    expect([amid.kind, amid.isValid, amid.bytes.toString()]).toEqual([alone.kind, alone.isValid, text]);
    expect(amid.parse()).toEqual(alone.parse());
  }

  test('is what it is alone, wherever it ends', () => {
    const text = '{"t":"MESSAGE_SEND","d":{"a":{"b":"ü"}}}';
    for (let length = 0; length <= text.length; length += 1) {
      for (const before of ['', '{"t":"', text]) isTheSame(before, text.slice(0, length), text.slice(length));
    }
  });

  test('is what it is alone, whatever lies around it', () => {
    const around = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.constantFrom('"', '"}', '}}', '{"t":"A","d":{', '{"t":"'),
    );
    fc.assert(
      fc.property(around, frames, around, (before, frame, after) => isTheSame(before, JSON.stringify(frame), after)),
    );
  });
});

test('only an object with a name is a frame', () => {
  for (const text of ['', 'null', '[]', '"READY"', '{"d":1}', '{"t":1}', '{']) {
    expect(new TextFrame(Buffer.from(text)).parse()).toBeUndefined();
  }
});

describe('a frame is read as JSON says', () => {
  function said(text: string): unknown {
    try {
      const value: unknown = JSON.parse(text);
      return typeof (value as { t?: unknown } | null)?.t === 'string' ? value : undefined;
    } catch {
      return undefined;
    }
  }

  test('whatever stands beside or behind its payload', () => {
    const payloads = ['{}', '{"a":{}}', '{"a":1}}', '[{}]', '"}}"', '1'];
    const others = ['', ',"s":1', ',"s":{}', ',"d":{"b":{}}', ',"t":"B"', ',"t":"B","d":{}', ',"t":{}', '}', ' ', '\n'];
    for (const payload of payloads) {
      for (const other of others) {
        const text = `{"t":"A","d":${payload}${other}}`;
        expect(new TextFrame(Buffer.from(text)).parse(), text).toEqual(said(text));
      }
    }
    for (const text of [
      '{"t":"A","x":{"b":{}}}',
      '{"t":"A","d":[[]]}',
      '{"t":"A"}',
      '{"t":"A~"}',
      '{"t":"A',
      '{"t":"',
    ]) {
      expect(new TextFrame(Buffer.from(text)).parse(), text).toEqual(said(text));
    }
  });

  test('wherever it is cut short or has something else in it', () => {
    const whole = fc.tuple(
      frames,
      fc.constantFrom('{', '}', '"', ',', ' ', '\\', '\u00e9', '\ud83d\ude00'),
      fc.nat(),
      fc.boolean(),
    );
    fc.assert(
      fc.property(whole, ([frame, piece, place, cuts]) => {
        const json = JSON.stringify(frame);
        const at = place % json.length;
        const text = cuts ? json.slice(0, at) : json.slice(0, at) + piece + json.slice(at);
        fc.pre(text.isWellFormed());
        expect(new TextFrame(Buffer.from(text)).parse()).toEqual(said(text));
      }),
    );
  });
});
