import { VirtualClock } from '@botwright/clock';
import { apiPrefix, authorization, type Operation, operations } from '@botwright/protocol';
import type { InjectOptions } from 'fastify';
import type { Sandbox } from '../sandbox.js';
import { namesIn, pairIds, sameNamed, withIds } from './names.js';
import { type RecordedStep, type Recording, RecordingInvalid, readRecording } from './recording.js';

/** What a bot asked of the service. */
export type BotCall = Pick<RecordedStep, 'by' | 'operation' | 'params' | 'query' | 'body' | 'parts'>;

export interface Playback {
  /** What bots did when it was recorded, in their order. */
  readonly recorded: readonly BotCall[];
  /** What they did this time. Ids that stand for the same thing are those of the recording, so that the two compare. */
  readonly played: readonly BotCall[];
  /** What people could no longer do, and what the sandbox said to it. */
  readonly refused: readonly { readonly step: number; readonly status: number; readonly message: string }[];
}

export interface PlaybackOptions {
  /** How long bots may take for each answer of theirs, in milliseconds by the machine's clock. Default: 5,000. */
  readonly patienceMs?: number;
}

/**
 * Does again what people did in a recording, over the sandbox's own API, and gathers what bots answer. Each act waits
 * for the answers that came before it; a virtual clock is moved as time went by then.
 *
 * @throws {RecordingInvalid} for what is no recording, or names somebody whom this sandbox does not have.
 */
export async function playRecording(
  sandbox: Sandbox,
  recording: Recording,
  { patienceMs = 5_000 }: PlaybackOptions = {},
): Promise<Playback> {
  return new Player(sandbox, readRecording(recording), patienceMs).play();
}

class Player {
  readonly #sandbox: Sandbox;
  readonly #recording: Recording;
  readonly #patienceMs: number;
  readonly #began: number;
  /** The id in this sandbox of what had another one in the recording. */
  readonly #ids: Map<string, string>;
  readonly #played: RecordedStep[] = [];
  readonly #refused: Playback['refused'][number][] = [];
  #wake: () => void = () => undefined;

  constructor(sandbox: Sandbox, recording: Recording, patienceMs: number) {
    this.#sandbox = sandbox;
    this.#recording = recording;
    this.#patienceMs = patienceMs;
    this.#began = sandbox.clock.now();
    this.#ids = sameNamed(recording.names, namesIn(sandbox.view));
  }

  async play(): Promise<Playback> {
    const { steps } = this.#recording;
    const answers = steps.filter(({ kind }) => kind === 'answer');
    const recorder = this.#sandbox.record((step) => this.#hear(step, answers));
    try {
      let due = 0;
      for (const [index, step] of steps.entries()) {
        await this.#moveTo(step.afterMs);
        if (step.kind === 'act') await this.#act(step, index);
        else if (!(await this.#heard(++due))) break;
      }
    } finally {
      recorder.end();
    }
    const original = new Map(Array.from(this.#ids, ([before, now]) => [now, before]));
    const played = this.#played.map((step) => asBotCall(withIds(step, original)));
    return { recorded: answers.map(asBotCall), played, refused: this.#refused };
  }

  async #moveTo(afterMs: number): Promise<void> {
    const { clock } = this.#sandbox;
    const waitMs = this.#began + afterMs - clock.now();
    if (clock instanceof VirtualClock && waitMs > 0) await clock.advance(waitMs);
  }

  #hear(step: RecordedStep, recorded: readonly RecordedStep[]): void {
    if (step.kind !== 'answer') return;
    const counterpart = recorded[this.#played.length];
    if (counterpart?.operation === step.operation) pairIds(counterpart.answer, step.answer, this.#ids);
    this.#played.push(step);
    this.#wake();
  }

  /** Waits for so many answers of bots. */
  async #heard(count: number): Promise<boolean> {
    let patient = true;
    const timer = setTimeout(() => {
      patient = false;
      this.#wake();
    }, this.#patienceMs);
    while (patient && this.#played.length < count) {
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
    clearTimeout(timer);
    return this.#played.length >= count;
  }

  async #act(step: RecordedStep, index: number): Promise<void> {
    const reply = await this.#sandbox.inject(await this.#requestOf(withIds(step, this.#ids)));
    const answer = reply.json<{ message?: unknown }>();
    if (reply.statusCode === 200) pairIds(step.answer, answer, this.#ids);
    else this.#refused.push({ step: index, status: reply.statusCode, message: String(answer.message) });
  }

  async #requestOf(step: RecordedStep): Promise<InjectOptions> {
    const { operation: id, by, query, body } = step;
    const [, control] = id.split('control:');
    if (control !== undefined) return this.#controlRequest(control, body as object);
    const operation = (operations as Record<string, Operation>)[id];
    if (!operation) throw new RecordingInvalid(`there is no operation ${id}`);
    const content = await contentOf(step, body);
    return {
      method: operation.method,
      url: apiPrefix + this.#pathOf(operation, step),
      query: Object.fromEntries(Object.entries(query ?? {}).map(([name, value]) => [name, String(value)])),
      ...content,
      headers: { ...content.headers, ...(by !== null && { authorization: this.#authorizationOf(by) }) },
    };
  }

  #controlRequest(call: string, payload: object): InjectOptions {
    const path = { person: 'people', application: 'applications', webhook: 'webhooks' }[call];
    if (path === undefined) throw new RecordingInvalid(`there is no control call ${call}`);
    const { controlToken } = this.#sandbox.description;
    return { method: 'POST', url: `/_sandbox/${path}`, headers: { 'x-sandbox-token': controlToken }, payload };
  }

  #authorizationOf(username: string): string {
    const account = [...this.#sandbox.view.accounts.values()].find(({ user }) => user.username === username);
    if (!account) throw new RecordingInvalid(`there is nobody called ${username} in this sandbox`);
    return authorization(account.token, account.user.bot ? 'Bot' : 'User');
  }

  #pathOf({ path }: Operation, { params = {} }: RecordedStep): string {
    const webhook = this.#sandbox.view.webhooks.get(params['webhookId'] ?? '');
    const values = webhook ? { ...params, webhookToken: webhook.token } : params;
    return path.replace(/\{(\w+)\}/g, (_whole, name: string) => encodeURIComponent(values[name] ?? ''));
  }
}

function asBotCall({ by, operation, params, query, body, parts }: RecordedStep): BotCall {
  return {
    by,
    operation,
    ...(params && { params }),
    ...(query && { query }),
    ...(body !== undefined && { body: withoutNonce(body) }),
    ...(parts && { parts }),
  };
}

/** A nonce is made anew for every call, so it would make the same answer look different. */
function withoutNonce(body: unknown): unknown {
  if (typeof body !== 'object' || body === null || !('nonce' in body)) return body;
  const { nonce: _nonce, ...rest } = body;
  return rest;
}

interface Content {
  readonly headers: Record<string, string>;
  readonly payload?: Buffer | string;
}

async function contentOf({ parts }: RecordedStep, body: unknown): Promise<Content> {
  if (parts === undefined) {
    const headers = { 'content-type': 'application/json' };
    return body === undefined ? { headers } : { headers, payload: JSON.stringify(body) };
  }
  const form = new FormData();
  for (const [part, value] of Object.entries(parts)) {
    if (typeof value === 'string') form.append(part, value);
    else form.append(part, new Blob([Buffer.from(value.base64, 'base64')]), value.name);
  }
  const encoded = new Response(form);
  const type = encoded.headers.get('content-type') ?? '';
  return { headers: { 'content-type': type }, payload: Buffer.from(await encoded.arrayBuffer()) };
}
