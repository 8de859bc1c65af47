import type { Logger } from './log.js';

type Method = (...line: unknown[]) => unknown;

const levels: ReadonlySet<unknown> = new Set(['fatal', 'error', 'warn', 'info', 'debug', 'trace']);

/**
 * A logger whose writing never fails for whoever writes: neither an object that throws when it is read, nor a logger that
 * is broken, may stop what it was to tell of.
 */
export function steady(log: Logger): Logger {
  return new Proxy(log, {
    get(target, name) {
      // A child inherits from its parent, and would write its lines as the parent's.
      if (name === 'child') return (...given: unknown[]) => steady(Reflect.apply(target.child, target, given));
      const member: unknown = Reflect.get(target, name, target);
      if (!levels.has(name) || typeof member !== 'function') return member;
      return (...line: unknown[]) => write(target, member as Method, line);
    },
  });
}

function write(log: Logger, method: Method, line: unknown[]): void {
  if (attempt(log, method, line)) return;
  const message = line.find((part) => typeof part === 'string') ?? 'a line';
  attempt(log, method, [`${message}, with something that cannot be written down`]);
}

function attempt(log: Logger, method: Method, line: unknown[]): boolean {
  try {
    const result: unknown = Reflect.apply(method, log, line);
    // A logger of somebody else's making may answer with a promise, which nobody waits for.
    if (result instanceof Promise) result.catch(() => undefined);
    return true;
  } catch {
    return false;
  }
}
