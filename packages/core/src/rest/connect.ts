import type { Socket } from 'node:net';
import { systemClock, type Timer } from '@botwright/clock';
import { Stalled } from './stalled.js';
import type { Connector } from './transport.js';

/** Lets a connection take so long for TCP, and as long again for TLS. */
export function connectorWithin(ms: number, connect: Connector): Connector {
  return (options, callback) => {
    let timer: Timer | undefined;
    // What undici declares to return nothing returns the socket, and its pool relies on that too.
    const socket = connect(options, (...outcome) => {
      systemClock.clearTimeout(timer);
      callback(...outcome);
    }) as unknown as Socket;
    const expect = (phase: 'connect' | 'tls') => {
      systemClock.clearTimeout(timer);
      timer = systemClock.setTimeout(() => socket.destroy(new Stalled(phase)), ms);
    };
    expect('connect');
    if (options.protocol === 'https:') socket.once('connect', () => expect('tls'));
    return socket;
  };
}
