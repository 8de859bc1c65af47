import { expect, test } from 'vitest';
import { BusyClock } from '../support/busy-clock.js';
import { clientOf, failure } from '../support/client.js';
import { Service } from '../support/service.js';

test('calls that are given up together end together, also the one whose turn comes when the one before it leaves the line', async () => {
  const clock = new BusyClock();
  let sent = 0;
  await using client = clientOf(
    { url: 'http://127.0.0.1:1' },
    {
      clock,
      transport: () => {
        sent += 1;
        return new Promise(() => undefined);
      },
    },
  );
  const stop = new AbortController();
  const calls = Array.from({ length: 5 }, () => client.api.messages.list('c', {}, { signal: stop.signal }));
  await expect.poll(() => sent).toBe(1);
  // From now on a read may pass the one that takes so long, but no timer has said so yet.
  clock.pass(600);
  stop.abort(new Error('enough'));
  const outcomes = await Promise.allSettled(calls);
  expect(outcomes).toEqual(calls.map(() => ({ status: 'rejected', reason: new Error('enough') })));
  expect(sent).toBe(1);
  await client.rest.idle();
});

test.for([undefined, 'enough', new Error('enough')])(
  'a call that is given up while it is answered ends with the reason it was given: %s',
  async (reason) => {
    await using service = await Service.start();
    await using client = clientOf(service);
    service.respond = () => (response) => void response.write('{"success":');
    const stop = new AbortController();
    const failed = failure(client.api.users.me({ signal: stop.signal }));
    await service.arrivals.next();
    stop.abort(reason);
    expect(await failed).toBe(stop.signal.reason);
    await expect.poll(() => service.openConnections).toBe(0);
  },
);
