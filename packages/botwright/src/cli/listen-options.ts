import { Command, InvalidArgumentError } from 'commander';

/** Where a sandbox listens. */
export interface ListenOptions {
  readonly port: number;
  readonly host: string;
}

function parsePort(text: string): number {
  const port = Number(text);
  if (/^\d+$/.test(text) && port <= 65_535) return port;
  throw new InvalidArgumentError('It must be a whole number from 0 to 65535; 0 takes any free port.');
}

/** Adds `--port` and `--host` to a command. */
export function withListenOptions(command: Command): Command {
  return command
    .option('--port <number>', 'port of the sandbox; 0 takes any free port', parsePort, 4100)
    .option('--host <address>', 'loopback address of the sandbox', '127.0.0.1');
}
