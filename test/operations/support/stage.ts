import { type Api, Client, WebhookClient } from '@botwright/core';
import {
  type ApplicationId,
  apiPrefix,
  authorization,
  type EventKind,
  events,
  type OperationId,
  operations,
  type TeamId,
  type UserId,
} from '@botwright/protocol';
import { createSandbox, type Sandbox, type SandboxOptions } from '@botwright/sandbox';
import { expect } from 'vitest';

interface Heard {
  readonly kind: EventKind;
  readonly data: unknown;
}

interface PersonCall {
  readonly params?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

/** A sandbox, here or in a process of its own. */
type AnySandbox = Pick<Sandbox, 'description'> & { close(): Promise<void> };

/** A bot in a sandbox over a real socket, and everything that it hears. */
export class Stage implements AsyncDisposable {
  readonly sandbox: AnySandbox;
  readonly client: Client;
  readonly #heard: Heard[] = [];
  readonly #waiting = new Set<() => void>();

  private constructor(sandbox: AnySandbox) {
    const { url, bot } = sandbox.description;
    this.sandbox = sandbox;
    this.client = new Client({ baseUrl: url, token: bot.token, log: { level: 'silent' } });
    for (const kind of Object.keys(events) as EventKind[]) {
      this.client.events.on(kind, (data) => this.#hear({ kind, data }));
    }
  }

  static async open(options: SandboxOptions = {}): Promise<Stage> {
    const sandbox = await createSandbox(options);
    await sandbox.listen();
    const stage = new Stage(sandbox);
    await stage.client.connect();
    return stage;
  }

  /** A bot that is not connected and so hears nothing, in a sandbox that is there already. */
  static in(sandbox: AnySandbox): Stage {
    return new Stage(sandbox);
  }

  get api(): Api {
    return this.client.api;
  }

  get botId(): UserId {
    return this.sandbox.description.bot.id;
  }

  get teamId(): TeamId {
    return this.sandbox.description.team.id;
  }

  get channels() {
    return this.sandbox.description.channels;
  }

  get people() {
    return this.sandbox.description.people;
  }

  /** Resolves with the first event of a kind, past or future, that holds this. */
  async hears(kind: EventKind, content: unknown): Promise<void> {
    for (let read = 0; ; read += 1) {
      if (read === this.#heard.length) await new Promise<void>((resolve) => this.#waiting.add(resolve));
      const heard = this.#heard[read];
      if (heard?.kind === kind && holds(heard.data, content)) return;
    }
  }

  /** What a person of the default world does by themself. */
  async personCalls(name: keyof Stage['people'], id: OperationId, { params = {}, body }: PersonCall = {}) {
    const operation = operations[id];
    const path = operation.path.replace(/\{(\w+)\}/g, (_whole, key: string) => params[key] ?? '');
    const headers = { authorization: authorization(this.people[name].token, 'User') };
    const reply = await this.#fetch(operation.method, apiPrefix + path, headers, body);
    expect(reply).toMatchObject({ success: true });
    return reply;
  }

  /** Somebody applies to the team; no operation of the contract does that. */
  async receiveApplication(): Promise<ApplicationId> {
    await this.control('POST', 'applications', { username: 'applicant', answers: [] });
    const [application] = await this.api.applications.list(this.teamId);
    return application?.id ?? '';
  }

  /** A webhook of #general; no operation of the contract makes one. */
  async openWebhook(): Promise<WebhookClient> {
    const { id, token } = await this.control('POST', 'webhooks', { channelId: this.channels.general });
    return new WebhookClient({ id: String(id), token: String(token), baseUrl: this.sandbox.description.url });
  }

  world(): Promise<Record<string, unknown>> {
    return this.control('GET', 'world');
  }

  control(method: string, path: string, body?: unknown): Promise<Record<string, unknown>> {
    const headers = { 'x-sandbox-token': this.sandbox.description.controlToken };
    return this.#fetch(method, `/_sandbox/${path}`, headers, body);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.client.close();
    await this.sandbox.close();
  }

  async #fetch(method: string, path: string, headers: Record<string, string>, body: unknown) {
    const content = body !== undefined && {
      body: JSON.stringify(body),
      headers: { ...headers, 'content-type': 'application/json' },
    };
    const response = await fetch(this.sandbox.description.url + path, { method, headers, ...content });
    return (await response.json()) as Record<string, unknown>;
  }

  #hear(heard: Heard): void {
    this.#heard.push(heard);
    const waiting = [...this.#waiting];
    this.#waiting.clear();
    for (const resolve of waiting) resolve();
  }
}

function holds(data: unknown, content: unknown): boolean {
  try {
    expect(data).toMatchObject(content as object);
    return true;
  } catch {
    return false;
  }
}
