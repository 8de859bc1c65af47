import { readdirSync, readFileSync } from 'node:fs';
import { authorization } from '@botwright/protocol';
import type { SandboxDescription } from '@botwright/sandbox';
import { Caller } from '../../packages/sandbox/test/support/callers.js';
import { botwright, type Child } from './child.js';

/** A sandbox in a process of its own, so that what it uses can be told from what the test uses. */
export class SandboxProcess implements AsyncDisposable {
  private constructor(
    private readonly child: Child,
    readonly description: SandboxDescription,
  ) {}

  /** @param nodeFlags - For the runtime of the process. */
  static async start(nodeFlags: readonly string[] = []): Promise<SandboxProcess> {
    const child = botwright(['sandbox', '--port', '0', '--json'], {}, nodeFlags);
    const [line] = await child.printed(/^\{.*\}\n/);
    return new SandboxProcess(child, JSON.parse(line));
  }

  /** The Authorization header of somebody of the default world. */
  authorizationOf(person: keyof SandboxDescription['people']): string {
    return authorization(this.description.people[person].token, 'User');
  }

  /** Somebody of the default world, ready to call. */
  caller(person: keyof SandboxDescription['people']): Caller {
    return new Caller(this.description.url, this.authorizationOf(person));
  }

  /** Makes a control call. */
  async control(method: string, path: string, body: unknown): Promise<void> {
    const { url, controlToken } = this.description;
    await new Caller(url, undefined).send(method, `/_sandbox${path}`, {
      body,
      headers: { 'x-sandbox-token': controlToken },
    });
  }

  get residentBytes(): number {
    const status = readFileSync(`/proc/${this.child.pid}/status`, 'utf8');
    const [, kibibytes] = /^VmRSS:\s+(\d+) kB$/m.exec(status) ?? [];
    return Number(kibibytes) * 1024;
  }

  /** Files and sockets that the process holds open. */
  get openDescriptors(): number {
    return readdirSync(`/proc/${this.child.pid}/fd`).length;
  }

  /** What it wrote to standard error: nothing, unless something failed inside. */
  get complaints(): string {
    return this.child.stderr;
  }

  close(): Promise<void> {
    return this.child[Symbol.asyncDispose]();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }
}
