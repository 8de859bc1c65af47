import type { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import type { Duplex } from 'node:stream';

/** Ends a connection the hard way: with RST where there is a network, so that no end can take it for a close. */
export function cutOff(stream: Duplex): void {
  if (stream instanceof Socket) stream.resetAndDestroy();
  else stream.destroy();
}

/** Ends the connection of a call the hard way. */
export function cutOffCall(request: IncomingMessage): void {
  if (request.socket instanceof Socket) cutOff(request.socket);
  else failInMemory(request);
}

/** Ends the connection of a call once what was written has gone out. */
export function endCall(request: IncomingMessage): void {
  if (request.socket instanceof Socket) request.socket.destroySoon();
  else failInMemory(request);
}

/** A call in memory has no connection. */
function failInMemory(request: IncomingMessage): void {
  request.destroy(new Error('a fault rule ended this call'));
}
