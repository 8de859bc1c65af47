import type { Sandbox, SandboxOptions } from '@botwright/sandbox';
import { SandboxMissing, SandboxPortTaken, SeedFileInvalid } from '../errors.js';
import type { SandboxFlags } from './sandbox-flags.js';
import { readSeedFile } from './seed-file.js';
import { untilSignal } from './signals.js';

/**
 * Starts the stand-in service.
 *
 * @throws {SandboxMissing} when its package is not installed.
 * @throws {SandboxPortTaken} when something else listens there.
 * @throws {SeedFileInvalid} when the file of the world cannot be used.
 */
export async function openSandbox(flags: SandboxFlags): Promise<Sandbox> {
  const { port, host } = flags;
  const { createSandbox } = await import('@botwright/sandbox').catch((cause: unknown) => {
    throw new SandboxMissing(cause);
  });
  const sandbox = await createSandbox(optionsFrom(flags)).catch((failure: unknown) => {
    throw isOfWorld(failure) && flags.seed !== undefined ? new SeedFileInvalid(flags.seed, failure.message) : failure;
  });
  try {
    await sandbox.listen({ port, host });
  } catch (failure) {
    await sandbox.close();
    throw (failure as NodeJS.ErrnoException).code === 'EADDRINUSE' ? new SandboxPortTaken(port, failure) : failure;
  }
  return sandbox;
}

/** `botwright sandbox`: runs until a signal comes. */
export async function runSandbox(options: SandboxFlags & { readonly json?: boolean }): Promise<void> {
  const stopped = untilSignal();
  const sandbox = await openSandbox(options);
  process.stdout.write(options.json ? `${JSON.stringify(sandbox.description)}\n` : introduction(sandbox));
  await stopped;
  await sandbox.close();
}

function optionsFrom({ clock, seed, port: _port, host: _host, ...options }: SandboxFlags): SandboxOptions {
  return {
    ...options,
    ...(clock === 'virtual' && { clock }),
    ...(seed !== undefined && readSeedFile(seed)),
  };
}

/** Whether a sandbox could not use what the file of the world says. */
function isOfWorld(failure: unknown): failure is Error {
  return failure instanceof Error && 'option' in failure && failure.option === 'world';
}

function introduction({ description: { url, apiUrl, gatewayUrl, bot } }: Sandbox): string {
  return `
  Botwright sandbox

  Chat      ${url}
  HTTP API  ${apiUrl}
  Events    ${gatewayUrl}

  Start a bot against it with
    BOT_BASE_URL=${url}
    BOT_TOKEN=${bot.token}

  Ctrl-C stops it.

`;
}
