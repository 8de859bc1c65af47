import type { CommandContext } from './context.js';

/** What a command class makes. */
export interface CommandInstance {
  run(context: CommandContext): unknown;
}

/** A class decorated with `@Command`. What its constructor takes is between it and whoever makes its instances. */
export type CommandClass = new (...services: never[]) => CommandInstance;
