import type { Sandbox } from '@botwright/sandbox';
import { SandboxMissing, SandboxPortTaken } from '../errors.js';
import type { ListenOptions } from './listen-options.js';
import { untilSignal } from './signals.js';

/**
 * Starts the stand-in service.
 *
 * @throws {SandboxMissing} when its package is not installed.
 * @throws {SandboxPortTaken} when something else listens there.
 */
export async function openSandbox({ port, host }: ListenOptions): Promise<Sandbox> {
  const { createSandbox } = await import('@botwright/sandbox').catch((cause: unknown) => {
    throw new SandboxMissing(cause);
  });
  const sandbox = await createSandbox();
  try {
    await sandbox.listen({ port, host });
  } catch (failure) {
    await sandbox.close();
    throw (failure as NodeJS.ErrnoException).code === 'EADDRINUSE' ? new SandboxPortTaken(port, failure) : failure;
  }
  return sandbox;
}

/** `botwright sandbox`: runs until a signal comes. */
export async function runSandbox(options: ListenOptions & { readonly json?: boolean }): Promise<void> {
  const stopped = untilSignal();
  const sandbox = await openSandbox(options);
  process.stdout.write(options.json ? `${JSON.stringify(sandbox.description)}\n` : introduction(sandbox));
  await stopped;
  await sandbox.close();
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
