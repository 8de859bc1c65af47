import { type ChildProcess, execFile, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';

const program = 'redis-server';

/**
 * Whether Redis can be started here. Where every test has to run it is taken for granted, so that a machine without it
 * fails; elsewhere the tests are left out, and `npm test` has said what to install.
 */
export const hasRedis = process.env['CI'] === 'true' || spawnSync(program, ['--version']).status === 0;

/** A Redis of a test's own, which keeps nothing. */
export class RedisServer implements AsyncDisposable {
  private constructor(
    readonly port: number,
    private readonly folder: string,
    private child: ChildProcess,
  ) {}

  static async start(): Promise<RedisServer> {
    const folder = await mkdtemp(join(tmpdir(), 'botwright-redis-'));
    const port = await freePort();
    return new RedisServer(port, folder, await run(port, folder));
  }

  get url(): string {
    return `redis://127.0.0.1:${this.port}`;
  }

  /** What `redis-cli` answers to a command. */
  async ask(...command: readonly string[]): Promise<string> {
    const { stdout } = await promisify(execFile)('redis-cli', ['-p', String(this.port), ...command]);
    return stdout.trim();
  }

  /** Ends it as a power cut would. */
  async kill(): Promise<void> {
    if (this.child.exitCode !== null || this.child.signalCode !== null) return;
    const exited = once(this.child, 'exit');
    this.child.kill('SIGKILL');
    await exited;
  }

  async startAgain(): Promise<void> {
    this.child = await run(this.port, this.folder);
  }

  /** Stops it without its connections noticing. */
  freeze(): void {
    this.child.kill('SIGSTOP');
  }

  thaw(): void {
    this.child.kill('SIGCONT');
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.kill();
    await rm(this.folder, { recursive: true });
  }
}

async function run(port: number, folder: string): Promise<ChildProcess> {
  const settings = ['--save', '', '--appendonly', 'no', '--bind', '127.0.0.1', '--port', String(port), '--dir', folder];
  const child = spawn(program, settings, { stdio: ['ignore', 'pipe', 'inherit'] });
  for await (const line of createInterface({ input: child.stdout })) {
    if (!line.includes('Ready to accept connections')) continue;
    child.stdout.resume();
    return child;
  }
  throw new Error('redis-server ended before it was ready');
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
