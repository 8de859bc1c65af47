import type { EventPayload } from '@botwright/protocol';
import { expect, test } from 'vitest';
import { SeenMessages } from '../../src/replay/seen-messages.js';
import { messageEvent } from '../support/shapes.js';

function said(id: string, channelId: string): EventPayload<'MESSAGE_SEND'> {
  return messageEvent({ id, channelId }) as unknown as EventPayload<'MESSAGE_SEND'>;
}

test('how far a channel was seen is remembered for as long as it is spoken in, whatever else fills up', () => {
  const seen = new SeenMessages();
  for (let index = 0; index < 60_000; index += 1) {
    seen.add(said(`other${index}`, `c${index}`), index);
    // Sometimes right after itself, and over the moments at which others are forgotten.
    if (index % 4_000 === 0) seen.add(said(`first${index}`, 'busy'), index);
    if (index % 4_000 < 2) seen.add(said(`second${index}`, 'busy'), index);
    const expected = `second${index - (index % 4_000) + Math.min(index % 4_000, 1)}`;
    if (index % 997 === 0) expect(seen.watermark('busy')?.lastId).toBe(expected);
  }
  expect(seen.watermarks.filter(({ channelId }) => channelId === 'busy')).toHaveLength(1);
  expect(seen.watermark('c0')).toBeUndefined();
  expect(seen.watermark('c59999')?.lastId).toBe('other59999');
  expect(seen.size.channels).toBeLessThanOrEqual(20_000);
});

test('a channel that is spoken in stays remembered also when it is others that are asked for', () => {
  const seen = new SeenMessages();
  for (let index = 0; index < 15_000; index += 1) seen.add(said(`m${index}`, `c${index}`), index);
  for (const id of ['busy0', 'busy1']) seen.add(said(id, 'busy'), 0);
  // They become recent ones, and the channel one of the earlier.
  for (let index = 0; index < 5_000; index += 1) seen.watermark(`c${index}`);
  seen.add(said('busy2', 'busy'), 1);
  for (let index = 20_000; index < 30_000; index += 1) seen.add(said(`m${index}`, `c${index}`), index);
  expect(seen.watermark('busy')?.lastId).toBe('busy2');
});
