import { describe, expect, test } from 'vitest';
import { operations, partsSchema } from '../src/index.js';

function isBlob(value: unknown): value is Blob {
  return value instanceof Blob;
}

const picture = new Blob(['not really a picture']);

describe('the parts of an upload', () => {
  const parts = partsSchema(operations.uploadAttachment.multipart, isBlob);

  test.each([
    ['under their own names', { image: picture, type: 'attachment' }],
    ['with the file under its other name', { file: picture, type: 'attachment' }],
    ['with the text in a part of JSON', { file: picture, payload_json: '{"type":"attachment"}' }],
    ['with parts that nobody knows', { image: picture, type: 'attachment', colour: 'red' }],
  ])('are read %s', (_how, received) => {
    expect(parts.parse(received)).toEqual({ image: picture, type: 'attachment' });
  });

  test('may say the same twice, and then the part of its own counts', () => {
    const received = { image: picture, type: 'attachment', payload_json: '{"type":"other"}' };
    expect(parts.parse(received).type).toBe('attachment');
  });

  test.each([
    ['the file is missing', { type: 'attachment' }, 'image'],
    ['the file is text', { image: 'a.png', type: 'attachment' }, 'image'],
    ['the text is missing', { image: picture }, 'type'],
    ['the JSON is broken', { image: picture, type: 'attachment', payload_json: '{' }, 'payload_json'],
    ['the JSON is no object', { image: picture, type: 'attachment', payload_json: '[]' }, 'payload_json'],
  ])('are refused when %s', (_why, received, part) => {
    expect(parts.safeParse(received).error?.issues.map(({ path }) => path)).toEqual([[part]]);
  });
});

test('the parts of a custom reaction are read with the name in a part of JSON', () => {
  const parts = partsSchema(operations.createCustomReaction.multipart, isBlob);
  const read = parts.parse({ emoji: picture, payload_json: '{"name":"wave"}' });
  expect(read).toEqual(parts.parse({ emoji: picture, name: 'wave' }));
});
