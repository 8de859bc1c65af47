import { readdirSync, readFileSync } from 'node:fs';
import { authorization } from '@botwright/protocol';
import type { SandboxDescription } from '@botwright/sandbox';
import { botwright, type Child } from './child.js';

/** A sandbox in a process of its own, so that what it uses can be told from what the test uses. */
export class SandboxProcess implements AsyncDisposable {
  private constructor(
    private readonly child: Child,
    readonly description: SandboxDescription,
  ) {}

  static async start(): Promise<SandboxProcess> {
    const child = botwright(['sandbox', '--port', '0', '--json']);
    const [line] = await child.printed(/^\{.*\}\n/);
    return new SandboxProcess(child, JSON.parse(line));
  }

  /** The Authorization header of somebody of the default world. */
  authorizationOf(person: keyof SandboxDescription['people']): string {
    return authorization(this.description.people[person].token, 'User');
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

  async [Symbol.asyncDispose](): Promise<void> {
    await this.child[Symbol.asyncDispose]();
  }
}
