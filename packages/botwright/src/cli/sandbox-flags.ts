import { type Command, InvalidArgumentError, Option } from 'commander';
import type { ListenOptions } from './listen-options.js';
import { withListenOptions } from './listen-options.js';

/** How a sandbox is started from a terminal. */
export interface SandboxFlags extends ListenOptions {
  /** A file that describes the world. */
  readonly seed?: string;
  /** A directory in which the world is kept. */
  readonly data?: string;
  readonly clock: 'machine' | 'virtual';
  readonly limits: 'all' | 'stated';
  readonly permissions: 'enforced' | 'off';
  readonly maxUploadBytes?: number;
}

/** Adds everything that a sandbox can be told to a command. */
export function withSandboxFlags(command: Command): Command {
  return withListenOptions(command)
    .option(
      '--seed <file>',
      'JSON file of the world: {"seed", "people", "roles", "channels"}, each of which may be left out',
    )
    .option('--data <directory>', 'keep the world here, also when the process is killed')
    .addOption(
      new Option('--clock <clock>', 'virtual: time stands still until the page, a test or a script moves it')
        .choices(['machine', 'virtual'])
        .default('machine'),
    )
    .addOption(
      new Option('--limits <limits>', 'stated: let through what is over a limit that only one client is known to keep')
        .choices(['all', 'stated'])
        .default('all'),
    )
    .addOption(
      new Option('--permissions <permissions>', 'off: let every call through that names things which exist')
        .choices(['enforced', 'off'])
        .default('enforced'),
    )
    .option('--max-upload-bytes <number>', 'the longest file that may be uploaded', parseBytes);
}

function parseBytes(text: string): number {
  const bytes = Number(text);
  if (/^\d+$/.test(text) && Number.isSafeInteger(bytes) && bytes > 0) return bytes;
  throw new InvalidArgumentError('It must be a whole number of bytes above 0.');
}
