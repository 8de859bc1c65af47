import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createLog } from '@botwright/core';
import type { Sandbox } from '@botwright/sandbox';
import { type Bot, type BotOptions, createBot } from '../../src/index.js';

/** A started bot in a sandbox that stands, so that a second one can follow it there. */
export async function botIn(sandbox: Sandbox, options: BotOptions): Promise<Bot> {
  const { url, bot } = sandbox.description;
  const credentials = { token: bot.token, baseUrl: url };
  const started = createBot({ log: createLog({ level: 'silent' }), clock: sandbox.clock, credentials, ...options });
  await started.start();
  return started;
}

/** A directory of its own, gone with the block. */
export async function ownDirectory(): Promise<AsyncDisposable & { readonly at: string; url(name: string): string }> {
  const at = await mkdtemp(path.join(tmpdir(), 'botwright-'));
  return {
    at,
    url: (name) => `file:${path.join(at, name)}`,
    [Symbol.asyncDispose]: () => rm(at, { recursive: true, force: true }),
  };
}
