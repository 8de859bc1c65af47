import { publicOrigin } from '@botwright/protocol/facts';
import { EnvironmentInvalid } from './errors.js';

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

/** What a variable must be, by hand: five rules are no reason for a bot to load a library of schemas. */
const rules: Readonly<Record<string, { readonly fits: (value: string) => boolean; readonly problem: string }>> = {
  BOT_BASE_URL: { fits: isHttpUrl, problem: `must be a URL such as ${publicOrigin}` },
  BOT_PREFIX: {
    fits: (value) => /^\S{1,20}$/u.test(value),
    problem: 'must be 1 to 20 characters without white space',
  },
  BOTWRIGHT_DATABASE_URL: { fits: (value) => /^file:[^?#]+$/.test(value), problem: 'must be file: and a path' },
  BOTWRIGHT_REDIS_URL: {
    fits: (value) => /^rediss?:\/\//.test(value) && URL.canParse(value),
    problem: 'must be a URL such as redis://127.0.0.1:6379',
  },
  BOTWRIGHT_LOG_LEVEL: { fits: isLogLevel, problem: `must be one of ${logLevels.join(', ')}` },
};

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
  const problems = Object.entries(rules).flatMap(([name, { fits, problem }]) => {
    const value = setting(variables, name);
    return value === undefined || fits(value) ? [] : [`${name} ${problem}`];
  });
  if (problems.length > 0) throw new EnvironmentInvalid(problems);
  return {
    token: setting(variables, 'BOT_TOKEN'),
    baseUrl: setting(variables, 'BOT_BASE_URL')?.trim(),
    prefix: setting(variables, 'BOT_PREFIX'),
    databaseUrl: setting(variables, 'BOTWRIGHT_DATABASE_URL'),
    logLevel: setting(variables, 'BOTWRIGHT_LOG_LEVEL') as Environment['logLevel'],
  };
}

/** An empty variable counts as one that is not set: shells and container files cannot always leave one out. */
function setting(variables: NodeJS.ProcessEnv, name: string): string | undefined {
  return variables[name] || undefined;
}

function isHttpUrl(value: string): boolean {
  return /^https?:\/\//i.test(value.trim()) && URL.canParse(value);
}

function isLogLevel(value: string): boolean {
  return (logLevels as readonly string[]).includes(value);
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
    const alone = baseUrl === undefined ? 'run "botwright start"' : 'leave BOT_BASE_URL out as well';
    problems.push(`BOT_TOKEN is not set: put the bot's token there, or ${alone} to talk to the sandbox`);
  }
  if (baseUrl === undefined) {
    problems.push(`BOT_BASE_URL is not set: ${publicOrigin} for the public service, or the address of a sandbox`);
  }
  throw new EnvironmentInvalid(problems);
}
