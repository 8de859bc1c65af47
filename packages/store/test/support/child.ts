import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const fromSource = new URL('../../../core/test/support/from-source.mjs', import.meta.url).href;

/** A program of this folder in a process of its own, which prints lines and may be killed. */
export class Child implements AsyncDisposable {
  readonly #process: ChildProcess;
  readonly #lines: string[] = [];
  readonly #ended: Promise<number | null>;
  #listeners: (() => void)[] = [];
  stderr = '';

  constructor(
    program: string,
    args: readonly string[],
    { before = [], ...options }: SpawnOptions & { readonly before?: readonly string[] } = {},
  ) {
    const file = fileURLToPath(new URL(program, import.meta.url));
    const node = ['--experimental-transform-types', '--no-warnings', '--import', fromSource, file, ...args];
    const [command = '', ...rest] = [...before, process.execPath, ...node];
    this.#process = spawn(command, rest, { ...options, stdio: ['pipe', 'pipe', 'pipe'] });
    const { stdout, stderr } = this.#process;
    if (!(stdout && stderr)) throw new Error('a child without output');
    createInterface(stdout).on('line', (line) => {
      this.#lines.push(line);
      for (const tell of this.#listeners.splice(0)) tell();
    });
    stderr.setEncoding('utf8').on('data', (text: string) => {
      this.stderr += text;
    });
    this.#ended = once(this.#process, 'close').then(([code]) => {
      for (const tell of this.#listeners.splice(0)) tell();
      return code as number | null;
    });
  }

  get lines(): readonly string[] {
    return this.#lines;
  }

  /** Resolves when the child has printed this line. */
  async printed(line: string): Promise<void> {
    const over = this.#ended.then(() => true);
    while (!this.#lines.includes(line)) {
      const more = new Promise<boolean>((resolve) => this.#listeners.push(() => resolve(false)));
      if ((await Promise.race([more, over])) && !this.#lines.includes(line)) {
        throw new Error(`The child ended without ${line}: ${this.stderr}`);
      }
    }
  }

  /** Ends the child's standard input, which the programs take as the word to finish. */
  finish(): void {
    this.#process.stdin?.end();
  }

  kill(): void {
    this.#process.kill('SIGKILL');
  }

  /** The exit code; null when it was killed. */
  ended(): Promise<number | null> {
    return this.#ended;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.kill();
    await this.#ended;
  }
}
