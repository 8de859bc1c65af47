import { statSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Sandbox } from '@botwright/sandbox';
import type { Bot, StartOptions } from '../bot.js';
import { readEnvironment } from '../environment.js';
import { BotFileFailed, BotFileInvalid } from '../errors.js';
import { openSandbox } from './sandbox.js';
import type { SandboxFlags } from './sandbox-flags.js';
import { untilSignal } from './signals.js';
import { allowTypeScript } from './typescript.js';

/**
 * `botwright start`: runs a bot until a signal comes or the service refuses it. With `BOT_TOKEN` or `BOT_BASE_URL` it talks to that service, with
 * neither to a sandbox of its own.
 */
export async function start(file: string, options: SandboxFlags): Promise<void> {
  const stopped = untilSignal();
  const bot = await importBot(file);
  const { token, baseUrl } = readEnvironment();
  const sandbox = token === undefined && baseUrl === undefined ? await openSandbox(options) : undefined;
  try {
    if (sandbox !== undefined) pointAt(sandbox);
    sandbox?.explainWith((text, place) => bot.explain(text, place));
    const isUp = await Promise.race([bot.start(clockOf(sandbox, options)).then(() => true), stopped.then(() => false)]);
    if (isUp) process.stdout.write(sandbox === undefined ? connected(bot) : inSandbox(bot, sandbox));
    const refusal = isUp ? await Promise.race([stopped, refusalOf(bot)]) : undefined;
    // Not reached by a bot that could not start: it has stopped by itself, and said why.
    await bot.stop();
    if (refusal !== undefined) throw refusal;
  } finally {
    await sandbox?.close();
  }
}

/** Resolves when the service wants the bot no longer, as it does when somebody withdraws its token. */
function refusalOf({ client }: Bot): Promise<Error> {
  return new Promise((resolve) => {
    client.gateway.onStateChange(({ to, cause }) => {
      if (to === 'closed' && cause !== undefined) resolve(cause);
    });
  });
}

/** Time that is moved by hand moves for both, or a bot would wait for what its service holds to be over. */
function clockOf(sandbox: Sandbox | undefined, { clock }: SandboxFlags): StartOptions {
  return sandbox !== undefined && clock === 'virtual' ? { clock: sandbox.clock } : {};
}

/**
 * Loads the bot that a file exports.
 *
 * @throws {BotFileInvalid} when there is no such file, or it exports no bot.
 * @throws {BotFileFailed} when it cannot be read as a program, or throws.
 */
export async function importBot(file: string): Promise<Bot> {
  const absolute = path.resolve(file);
  const found = statSync(absolute, { throwIfNoEntry: false });
  if (found === undefined) throw new BotFileInvalid(file, 'missing');
  if (found.isDirectory()) throw new BotFileInvalid(file, 'directory');
  allowTypeScript();
  const { default: bot } = await loadModule(file, absolute);
  // Not instanceof: the bot's project may have its own copy of this package.
  if (typeof bot?.start === 'function' && typeof bot.stop === 'function') return bot as Bot;
  throw new BotFileInvalid(file, 'no bot');
}

async function loadModule(file: string, absolute: string): Promise<{ readonly default?: Partial<Bot> }> {
  try {
    return await import(pathToFileURL(absolute).href);
  } catch (cause) {
    throw new BotFileFailed(file, cause);
  }
}

/** Puts a sandbox's address and token where bots look for them. */
export function pointAt({ description: { url, bot } }: Sandbox): void {
  process.env.BOT_BASE_URL = url;
  process.env.BOT_TOKEN = bot.token;
  // Every line of an info log would push the address of the chat out of sight.
  process.env.BOTWRIGHT_LOG_LEVEL ||= 'warn';
}

function inSandbox(bot: Bot, { description: { url, bot: account } }: Sandbox): string {
  return `
  Your bot "${account.username}" is in the sandbox.

  Open    ${url}
  Type    ${whatToType(bot).join(' or ')} in #general

  Ctrl-C stops everything.

`;
}

/** The bot's first command that needs no argument, and help. */
function whatToType(bot: Bot): string[] {
  const first = bot.describe().find(({ name, arguments: wanted }) => name !== 'help' && wanted.length === 0);
  const { prefix = `@${bot.client.user.username} ` } = bot;
  return [first?.name, 'help'].flatMap((name) => (name === undefined ? [] : [prefix + name]));
}

function connected(bot: Bot): string {
  const { user, teams } = bot.client;
  return `\n  ${user.username} is online in ${teams.length === 1 ? '1 team' : `${teams.length} teams`}. Ctrl-C stops it.\n\n`;
}
