import { expect, test } from 'vitest';
import { ends, heartbeat } from './case.js';
import { text } from './frame.js';
import { StandInSubject } from './stand-in.js';

const parameters = [
  '',
  '; server_no_context_takeover',
  '; client_no_context_takeover',
  '; client_max_window_bits',
  '; client_max_window_bits=8',
  '; client_max_window_bits=15',
  '; server_max_window_bits=8',
  '; server_max_window_bits=15; client_max_window_bits=15',
  '; client_max_window_bits=16',
  '; client_max_window_bits=x',
  '; server_no_context_takeover; server_no_context_takeover',
  '; unheard_of=1',
].map((each) => `permessage-deflate${each}`);
/** "hi" as RFC 7692 packs it. */
const packed = text(Buffer.from([0xca, 0xc8, 0x04, 0x00]), { reserved: 4 });

test.for(parameters)('the stand-in agrees to no compression: %s', async (offer) => {
  await using subject = await StandInSubject.start();
  await using session = await subject.open({ 'sec-websocket-extensions': offer });
  expect(session.answer['sec-websocket-extensions']).toBeUndefined();
  await session.peer.write([text(heartbeat())]);
  expect(await session.peer.stillStands()).toBe(true);
  expect(session.missing(ends(1002, heartbeat()))).toBeUndefined();
  await session.peer.write([packed]);
  await session.peer.until(() => session.peer.hasEnded);
  expect(session.peer.close).toMatchObject({ code: 1002 });
});
