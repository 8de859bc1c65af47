import { botwright, Child } from './child.js';
import type { SandboxProcess } from './sandbox-process.js';

const folder = 'test/lifecycle/bots';

/** What tells a bot where its service is. */
export function environmentFor({ description: { url, bot } }: SandboxProcess): Record<string, string> {
  return { BOT_BASE_URL: url, BOT_TOKEN: bot.token, BOTWRIGHT_LOG_LEVEL: 'warn' };
}

/** A bot of test/lifecycle/bots as `botwright start` runs it, once it is online. */
export async function startBot(
  name: string,
  sandbox: SandboxProcess,
  environment: Record<string, string> = {},
): Promise<Child> {
  const bot = botwright(['start', `${folder}/${name}.ts`], { ...environmentFor(sandbox), ...environment });
  await bot.printed(/is online/);
  return bot;
}

/** One of them as Node runs it without the command. */
export function runScript(name: string, environment: Record<string, string>, flags: readonly string[] = []): Child {
  return new Child([...flags, `${folder}/${name}.ts`], environment);
}
