/**
 * What Botwright throws. `code` is stable and listed in docs/errors.md, facts stand in fields, and neither the message
 * nor a field ever holds the bot's token.
 */
export abstract class BotwrightError extends Error {
  abstract readonly code: string;

  override get name(): string {
    return this.constructor.name;
  }
}
