import type * as RedisLibrary from '@redis/client';
import { type ScriptName, scripts } from './scripts.js';

/** Where Redis says something unasked, and who hears it. */
export interface Channel {
  readonly name: string;
  readonly hear: (message: string) => void;
}

/** One connection to Redis: what it is for is loaded there, and it never connects again. */
export interface Connection {
  /** Resolves with what ended it. */
  readonly ended: Promise<Error>;
  run(script: ScriptName, keys: string[], args: string[]): Promise<unknown>;
  /** Ends it. */
  drop(cause: Error): void;
  /** Ends it once all answers have come. */
  end(): Promise<void>;
}

/** @param signal - Ends it at once, also while it is being made. */
export async function connect(
  { createClient }: typeof RedisLibrary,
  url: string,
  channel: Channel,
  signal: AbortSignal,
): Promise<Connection> {
  const ended = Promise.withResolvers<Error>();
  const redis = createClient({
    url,
    // Whoever holds the link connects again: a pause of the library's could not be ended early.
    socket: { reconnectStrategy: false, signal },
    disableOfflineQueue: true,
    disableClientInfo: true,
    maintNotifications: 'disabled',
  });
  redis.on('error', ended.resolve);
  signal.addEventListener('abort', () => redis.destroy(), { once: true });
  signal.throwIfAborted();
  await redis.connect();
  await redis.subscribe(channel.name, channel.hear);
  const names = Object.keys(scripts) as ScriptName[];
  const loaded = await Promise.all(names.map(async (name) => [name, await redis.scriptLoad(scripts[name])] as const));
  const hashes = Object.fromEntries(loaded) as Record<ScriptName, string>;
  return {
    ended: ended.promise,
    run: (script, keys, args) => redis.evalSha(hashes[script], { keys, arguments: args }),
    drop: ended.resolve,
    end: async () => {
      await redis.close();
      ended.resolve(new Error('closed'));
    },
  };
}
