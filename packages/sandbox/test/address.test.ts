import { systemClock } from '@botwright/clock';
import { describe, expect, test } from 'vitest';
import { Address } from '../src/address.js';
import { registerControl } from '../src/control.js';
import { FaultBoard } from '../src/faults/fault-board.js';
import { Ledger } from '../src/ledger.js';
import { Recorder } from '../src/recordings/recorder.js';
import { createServer } from '../src/server.js';
import { World } from '../src/world/world.js';

// No test opens a port to the network: where a sandbox is reached by others, its parts are asked in memory.
describe('an address that others can reach', () => {
  test.each([
    ['192.0.2.1:4100', true],
    ['[2001:db8::1]:4100', true],
    ['localhost:4100', true],
    ['sandbox.example:4100', false],
    ['192.0.2.1:80', false],
    [undefined, false],
    ['', false],
    ['192.0.2.1:4100/path', false],
  ])('owns the host %o: %o', (host, owned) => {
    expect(new Address('0.0.0.0', 4100).owns(host)).toBe(owned);
  });

  test('owns the name that it was given', () => {
    expect(new Address('sandbox.example', 4100).owns('sandbox.example:4100')).toBe(true);
  });

  test('gives its session to who has the control token alone', async () => {
    const address = () => new Address('192.0.2.1', 80);
    const app = createServer(address, systemClock, { error: (facts) => expect.unreachable(JSON.stringify(facts)) });
    const world = new World({ seed: 'remote', enforcesPermissions: true });
    registerControl(app, {
      world,
      ledger: new Ledger(systemClock, address),
      clock: systemClock,
      faults: new FaultBoard(() => undefined),
      controlToken: 'secret',
      address,
      description: () => expect.unreachable('the session was given away'),
      reset: () => undefined,
      send: () => 0,
      record: () => new Recorder({ world, clock: systemClock, isVirtual: false }),
      advanced: () => undefined,
      explainer: () => undefined,
    });
    const reply = await app.inject({
      url: '/_sandbox/session',
      headers: { host: '192.0.2.1', 'sec-fetch-site': 'same-origin' },
    });
    expect(reply).toMatchObject({ statusCode: 401 });
  });
});

test('an address writes IPv6 in brackets and leaves out the port of plain HTTP', () => {
  expect(new Address('::1', 4100).url).toBe('http://[::1]:4100');
  expect(new Address('127.0.0.1', 80).url).toBe('http://127.0.0.1');
});
