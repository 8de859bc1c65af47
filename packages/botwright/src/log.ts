import { createLog, type Logger } from '@botwright/core';
import type { Environment } from './environment.js';

/**
 * The log of a bot: JSON lines on standard output, or lines for people when that is a terminal and pino-pretty is
 * installed.
 */
export async function createBotLog({ logLevel = 'info', token }: Environment): Promise<Logger> {
  const secrets = token === undefined ? [] : [token];
  const destination = process.stdout.isTTY ? await prettyDestination() : undefined;
  return createLog({ level: logLevel, secrets, ...(destination && { destination }) });
}

async function prettyDestination() {
  try {
    const { default: pretty } = await import('pino-pretty');
    return pretty({ ignore: 'pid,hostname', translateTime: 'SYS:HH:MM:ss', sync: true });
  } catch {
    // It is an optional package: without it the lines are JSON in a terminal too.
    return undefined;
  }
}
