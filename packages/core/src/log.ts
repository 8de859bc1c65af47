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

/** What JSON leaves as it is, though a terminal obeys it or a reader is misled: DEL, C1, line ends, marks of direction. */
const unseen = /[\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g;

/** The same JSON, in which such characters are written as escapes. */
function visible(line: string): string {
  return line.replace(unseen, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/**
 * A logger that cannot say a secret: members with telling names are replaced, and each finished line is searched for
 * the secrets themselves, since an error's message or a stack may hold one too.
 */
export function createLog(options: LogOptions = {}): Logger {
  const { level = 'info', destination = pino.destination(1), secrets = [] } = options;
  const clean = secretsRemover(secrets);
  return pino(
    { level, redact: { paths: secretPaths, censor: '[redacted]' } },
    { write: (line) => destination.write(visible(clean(line))) },
  );
}
