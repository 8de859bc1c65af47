/** What a data directory holds cannot be used. It is left as it is: no fresh world takes its place. */
export class SandboxDataUnusable extends Error {
  readonly code = 'SANDBOX_DATA_UNUSABLE';

  constructor(
    readonly path: string,
    readonly problem: string,
    options?: ErrorOptions,
  ) {
    super(`the world kept in ${path} cannot be used: ${problem}`, options);
    this.name = 'SandboxDataUnusable';
  }
}

/** Another sandbox has the data directory open. */
export class SandboxDataInUse extends Error {
  readonly code = 'SANDBOX_DATA_IN_USE';

  constructor(
    readonly path: string,
    options?: ErrorOptions,
  ) {
    super(`${path} is open in another sandbox; stop that one, or name another directory`, options);
    this.name = 'SandboxDataInUse';
  }
}
