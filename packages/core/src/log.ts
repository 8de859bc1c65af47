import { type DestinationStream, type Level, type Logger, pino } from 'pino';
import { secretsRemover } from './secrets.js';

export type { Logger } from 'pino';

export interface LogOptions {
  /** The lowest level that is written; default `info`. */
  readonly level?: Level | 'silent';
  /** Where lines go, one JSON object each; default standard output. */
  readonly destination?: DestinationStream;
  /** Texts that no line may hold. A client adds its token. */
  readonly secrets?: readonly string[];
}

const secretKeys = ['token', 'authorization', 'password', 'secret'];
const secretPaths = secretKeys.flatMap((key) => [key, `*.${key}`, `*.*.${key}`]);

/**
 * A logger that cannot say a secret: members with telling names are replaced, and each finished line is searched for
 * the secrets themselves, since an error's message or a stack may hold one too.
 */
export function createLog(options: LogOptions = {}): Logger {
  const { level = 'info', destination = pino.destination(1), secrets = [] } = options;
  const clean = secretsRemover(secrets);
  return pino(
    { level, redact: { paths: secretPaths, censor: '[redacted]' } },
    { write: (line) => destination.write(clean(line)) },
  );
}
