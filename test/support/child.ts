import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

export const repository = fileURLToPath(new URL('../..', import.meta.url));

/** What the commands print, and what they do when they are told to stop. */
export class Child implements AsyncDisposable {
  stdout = '';
  stderr = '';
  private readonly process: ChildProcessWithoutNullStreams;
  private readonly exited: Promise<number | null>;

  constructor(
    args: readonly string[],
    environment: Record<string, string | undefined> = {},
    command: string = process.execPath,
  ) {
    this.process = spawn(command, args, { cwd: repository, env: { ...process.env, ...environment } });
    this.process.stdout.setEncoding('utf8').on('data', (chunk: string) => {
      this.stdout += chunk;
    });
    this.process.stderr.setEncoding('utf8').on('data', (chunk: string) => {
      this.stderr += chunk;
    });
    this.exited = once(this.process, 'exit').then(([code]) => code as number | null);
  }

  /** Resolves with the match as soon as standard output holds one; rejects when the process ends before. */
  async printed(pattern: RegExp): Promise<RegExpExecArray> {
    const match = pattern.exec(this.stdout);
    if (match) return match;
    const more = once(this.process.stdout, 'data').then(() => true);
    const alive = await Promise.race([more, this.exited.then(() => false)]);
    if (!alive && !pattern.test(this.stdout))
      throw new Error(`ended without ${pattern}:\n${this.stdout}${this.stderr}`);
    return this.printed(pattern);
  }

  get pid(): number | undefined {
    return this.process.pid;
  }

  signal(name: NodeJS.Signals): void {
    this.process.kill(name);
  }

  /** Nobody reads its output any longer. */
  closeStdout(): void {
    this.process.stdout.destroy();
  }

  /** The exit code. */
  exit(): Promise<number | null> {
    return this.exited;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.process.exitCode === null && this.process.signalCode === null) this.process.kill('SIGKILL');
    await this.exited;
  }
}

/** `botwright` with these arguments, in the repository's root. */
export function botwright(
  args: readonly string[],
  environment?: Record<string, string | undefined>,
  nodeFlags: readonly string[] = [],
): Child {
  return new Child([...nodeFlags, 'packages/botwright/bin/botwright.js', ...args], environment);
}
