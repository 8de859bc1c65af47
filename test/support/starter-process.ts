import { botwright, type Child } from './child.js';

/** So that no variable of whoever runs the tests leads the bot to another service. */
const withoutCredentials = { BOT_TOKEN: undefined, BOT_BASE_URL: undefined, BOTWRIGHT_DATABASE_URL: undefined };

/** Runs the starter as `npm start` does, on a free port. */
export function startStarter(
  options: readonly string[] = [],
  environment: Record<string, string | undefined> = {},
): Child {
  const args = ['start', 'examples/starter/src/bot.ts', '--port', '0', ...options];
  return botwright(args, { ...withoutCredentials, ...environment });
}

/** Where the page of a starter's sandbox is, as soon as it can be opened. */
export async function pageOf(starter: Child): Promise<string> {
  const [, url = ''] = await starter.printed(/Open +(http:\/\/127\.0\.0\.1:\d+)/);
  return url;
}
