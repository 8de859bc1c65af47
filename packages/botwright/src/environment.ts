import { publicOrigin } from '@botwright/protocol';
import { z } from 'zod';
import { EnvironmentInvalid } from './errors.js';

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

/** An empty variable counts as one that is not set: shells and container files cannot always leave one out. */
function setting<Schema extends z.ZodType>(schema: Schema) {
  return z.preprocess((value) => (value === '' ? undefined : value), schema.optional());
}

const Environment = z.object({
  BOT_TOKEN: setting(z.string()),
  BOT_BASE_URL: setting(z.url({ protocol: /^https?$/, error: `must be a URL such as ${publicOrigin}` })),
  BOT_PREFIX: setting(z.string().regex(/^\S{1,20}$/u, 'must be 1 to 20 characters without white space')),
  BOTWRIGHT_DATABASE_URL: setting(z.string().regex(/^file:[^?#]+$/, 'must be file: and a path')),
  BOTWRIGHT_LOG_LEVEL: setting(z.enum(logLevels, { error: `must be one of ${logLevels.join(', ')}` })),
});

/** What a bot reads from its environment. */
export interface Environment {
  readonly token: string | undefined;
  /** Origin of the service, for instance `https://api.teamly.one`. */
  readonly baseUrl: string | undefined;
  readonly prefix: string | undefined;
  /** Where the store is kept, for instance `file:./data/bot.sqlite`. */
  readonly databaseUrl: string | undefined;
  readonly logLevel: (typeof logLevels)[number] | undefined;
}

/**
 * Reads and checks the environment.
 *
 * @throws {EnvironmentInvalid} naming every mistake at once, and no value, since one of them may be a token.
 */
export function readEnvironment(variables: NodeJS.ProcessEnv = process.env): Environment {
  const result = Environment.safeParse(variables);
  if (!result.success) {
    throw new EnvironmentInvalid(result.error.issues.map((issue) => `${issue.path.join('.')} ${issue.message}`));
  }
  const { BOT_TOKEN, BOT_BASE_URL, BOT_PREFIX, BOTWRIGHT_DATABASE_URL, BOTWRIGHT_LOG_LEVEL } = result.data;
  return {
    token: BOT_TOKEN,
    baseUrl: BOT_BASE_URL,
    prefix: BOT_PREFIX,
    databaseUrl: BOTWRIGHT_DATABASE_URL,
    logLevel: BOTWRIGHT_LOG_LEVEL,
  };
}

/** Where to connect and as whom. */
export interface Credentials {
  readonly token: string;
  readonly baseUrl: string;
}

/**
 * The credentials in an environment.
 *
 * @throws {EnvironmentInvalid} when token or address is missing.
 */
export function requireCredentials(environment: Environment): Credentials {
  const { token, baseUrl } = environment;
  if (token !== undefined && baseUrl !== undefined) return { token, baseUrl };
  const problems: string[] = [];
  if (token === undefined) {
    problems.push('BOT_TOKEN is not set: put the bot\'s token there, or run "botwright start" to talk to the sandbox');
  }
  if (baseUrl === undefined) {
    problems.push(`BOT_BASE_URL is not set: ${publicOrigin} for the public service, or the address of a sandbox`);
  }
  throw new EnvironmentInvalid(problems);
}
