import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

export interface Started {
  readonly args?: readonly string[];
  readonly environment?: NodeJS.ProcessEnv;
  /** For Node itself. */
  readonly flags?: readonly string[];
}

/** Starts a script of this folder in a process of its own. */
export function start(name: string, { args = [], environment = process.env, flags = [] }: Started = {}): ChildProcess {
  return fork(fileURLToPath(new URL(name, import.meta.url)), args, { env: environment, execArgv: [...flags] });
}

/** What the process says next; rejects when it ends instead. */
export async function reported<Message>(child: ChildProcess): Promise<Message> {
  const failed = once(child, 'exit').then(([code]) => {
    throw new Error(`ended with ${code} before it reported`);
  });
  const [message] = await Promise.race([once(child, 'message'), failed]);
  return message as Message;
}

export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN;
}
