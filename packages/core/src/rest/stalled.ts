/** A phase of a request took all the time that it may. */
export class Stalled extends Error {
  constructor(readonly phase: 'connect' | 'tls' | 'headers' | 'body') {
    super(`Nothing came in time (${phase})`);
  }
}
