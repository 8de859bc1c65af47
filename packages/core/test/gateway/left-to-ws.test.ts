import { PassThrough } from 'node:stream';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { FrameShortcut } from '../../src/gateway/frame-shortcut.js';

const longest = 70_000;

/** A wire with a reader behind a shortcut, and what each of the two got, in order. */
function shortened(options: { readonly onWs?: (wire: PassThrough) => void; readonly isWanted?: () => boolean } = {}) {
  const wire = new PassThrough();
  const heard: string[] = [];
  const ws = (bytes: Buffer) => {
    heard.push(`ws ${bytes.toString('latin1')}`);
    options.onWs?.(wire);
  };
  wire.on('data', ws);
  const shortcut = FrameShortcut.on(wire, longest, {
    text: (frame) => heard.push(`text ${frame.bytes.toString('latin1')}`),
    isWanted: options.isWanted ?? (() => true),
  });
  return { wire, heard, shortcut, arrive: (bytes: Buffer) => wire.emit('data', bytes) };
}

interface Frame {
  readonly first: number;
  readonly mask: 0 | 4;
  readonly payload: string;
}

const piecesOfText = [0x01, 0x00, 0x80];
const frame: fc.Arbitrary<Frame> = fc.record({
  first: fc.oneof(
    { weight: 8, arbitrary: fc.constant(0x81) },
    { weight: 4, arbitrary: fc.constantFrom(...piecesOfText, 0x82, 0x89, 0x8a, 0x88, 0x08) },
  ),
  mask: fc.oneof({ weight: 20, arbitrary: fc.constant<0>(0) }, { weight: 1, arbitrary: fc.constant<4>(4) }),
  payload: fc.oneof(
    { weight: 20, arbitrary: fc.stringMatching(/^[a-z]{0,9}$/) },
    {
      weight: 4,
      arbitrary: fc
        .constantFrom(125, 126, 127, 255, 256, 65_535, 65_536, longest - 10, longest)
        .map((length) => 'l'.repeat(length)),
    },
  ),
});

function bytesOf({ first, mask, payload }: Frame): Buffer {
  const { length } = payload;
  const isMasked = mask > 0 ? 0x80 : 0;
  const header =
    length < 126
      ? [first, length | isMasked]
      : length < 65_536
        ? [first, 126 | isMasked, length >> 8, length & 0xff]
        : [first, 127 | isMasked, 0, 0, 0, 0, 0, length >> 16, (length >> 8) & 0xff, length & 0xff];
  return Buffer.concat([Buffer.from(header), Buffer.alloc(mask), Buffer.from(payload, 'latin1')]);
}

interface Piece {
  readonly from: number;
  readonly to: number;
  /** Undefined for what ws is to read. */
  readonly text?: string;
}

/** What is to become of each frame, when the bytes come cut at `cuts`. */
function sorted(frames: readonly Frame[], cuts: readonly number[]): Piece[] {
  let at = 0;
  let isInPieces = false;
  return frames.map((one) => {
    const from = at;
    const bytes = bytesOf(one);
    at += bytes.length;
    const isCut = cuts.some((cut) => cut > from && cut < at);
    const isTaken = one.first === 0x81 && one.mask === 0 && !isInPieces && !isCut && bytes.length <= longest;
    if (!isTaken && (one.first & 0x0f) < 0x08) isInPieces = (one.first & 0x80) === 0;
    return { from, to: at, ...(isTaken && { text: one.payload }) };
  });
}

/** What is heard of that: ws gets all that lies between texts in one part, as far as it came in one. */
function expected(bytes: Buffer, pieces: readonly Piece[], bounds: readonly number[]): string[] {
  const heard: string[] = [];
  for (const [index, end] of bounds.slice(1).entries()) {
    let from = bounds[index] ?? 0;
    const pass = (to: number) => {
      if (to > from) heard.push(`ws ${bytes.toString('latin1', from, to)}`);
    };
    for (const piece of pieces.filter((one) => one.text !== undefined && one.from >= from && one.to <= end)) {
      pass(piece.from);
      heard.push(`text ${piece.text}`);
      from = piece.to;
    }
    pass(end);
  }
  return heard;
}

const stream = fc
  .record({
    frames: fc.array(frame, { minLength: 1, maxLength: 12 }),
    cuts: fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 6 }),
    /** Around the beginning of one frame, where its length is told. */
    around: fc.record({ frame: fc.nat(11), offsets: fc.array(fc.nat(16), { maxLength: 4 }) }),
  })
  .map(({ frames, cuts, around }) => {
    const bytes = Buffer.concat(frames.map(bytesOf));
    const before = Buffer.concat(frames.slice(0, around.frame).map(bytesOf)).length;
    const wanted = [...cuts.map((cut) => Math.floor(cut * bytes.length)), ...around.offsets.map((of) => before + of)];
    const places = [...new Set(wanted)].filter((at) => at > 0 && at < bytes.length).sort((a, b) => a - b);
    return { frames, bytes, places };
  });

describe('of what arrives', () => {
  test('whole text is taken, and all else is left to ws, in as few parts as the text between it allows', () => {
    fc.assert(
      fc.property(stream, ({ frames, bytes, places }) => {
        const { heard, arrive } = shortened();
        const bounds = [0, ...places, bytes.length];
        for (const [index, end] of bounds.slice(1).entries()) arrive(bytes.subarray(bounds[index], end));
        expect(heard).toEqual(expected(bytes, sorted(frames, places), bounds));
      }),
      { numRuns: 1_000 },
    );
  });

  const text = (payload: string) => bytesOf({ first: 0x81, mask: 0, payload });
  const ping = bytesOf({ first: 0x89, mask: 0, payload: '' });

  test('the rest is left to ws while it cannot keep up, and text is taken again from what comes next', () => {
    const { wire, heard, arrive } = shortened({ onWs: (paused) => paused.pause() });
    arrive(Buffer.concat([text('a'), ping, text('b'), text('c')]));
    wire.resume();
    arrive(text('d'));
    const left = [ping, text('b'), text('c')].map((bytes) => `ws ${bytes.toString('latin1')}`);
    expect(heard).toEqual(['text a', ...left, 'text d']);
  });

  test('nothing is read any more once ws wants no more', () => {
    let isWanted = true;
    const { wire, heard, arrive } = shortened({
      onWs: () => {
        isWanted = false;
      },
      isWanted: () => isWanted,
    });
    arrive(Buffer.concat([text('a'), ping, text('b'), ping]));
    arrive(text('c'));
    expect(heard).toEqual(['text a', `ws ${ping.toString('latin1')}`]);
    expect(wire.listenerCount('data')).toBe(0);
  });

  test('what is no UTF-8 is heard of and left to ws', () => {
    const { heard, arrive } = shortened();
    const wrong = Buffer.from([0x81, 2, 0xc3, 0x28]);
    arrive(Buffer.concat([text('a'), wrong, text('b')]));
    expect(heard).toEqual(['text a', 'text \u00c3(', `ws ${wrong.toString('latin1')}`, 'text b']);
  });

  test('all goes to ws once it is handed back, and to nobody once it is left', () => {
    const back = shortened();
    back.shortcut?.handBack();
    back.arrive(text('a'));
    back.shortcut?.handBack();
    back.shortcut?.leave();
    back.arrive(text('b'));
    expect(back.heard).toEqual(['a', 'b'].map((word) => `ws ${text(word).toString('latin1')}`));
    const left = shortened();
    left.shortcut?.leave();
    left.shortcut?.handBack();
    left.arrive(text('a'));
    expect(left.heard).toEqual([]);
    expect(left.wire.listenerCount('data')).toBe(0);
  });

  test.each([0, 2])('nothing is taken where %i read already', (readers) => {
    const wire = new PassThrough();
    for (let index = 0; index < readers; index += 1) wire.on('data', () => undefined);
    expect(FrameShortcut.on(wire, longest, { text: () => undefined, isWanted: () => true })).toBeUndefined();
    expect(wire.listenerCount('data')).toBe(readers);
  });
});
