/** The server under test cannot be reached, or tells too little about itself for any case to be tried. */
export class ServerUnusable extends Error {
  readonly code = 'SERVER_UNUSABLE';

  constructor(
    readonly base: string,
    readonly reason: string,
    options?: ErrorOptions,
  ) {
    super(`${base} cannot be tried: ${reason}`, options);
    this.name = 'ServerUnusable';
  }
}
