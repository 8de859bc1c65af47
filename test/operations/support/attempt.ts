import { Client, type ClientOptions } from '@botwright/core';
import { type OperationId, operations } from '@botwright/protocol';
import { expect } from 'vitest';
import { callOf } from '../../../packages/core/test/support/calls.js';
import { type CallInput, ledger, openSandbox } from '../../../packages/sandbox/test/support/callers.js';
import { type Scene, samples, sceneOf } from '../../../packages/sandbox/test/support/samples.js';

/** One call of an operation that its sandbox would serve, about to be spoilt and made by the bot's client. */
export class Attempt implements AsyncDisposable {
  private constructor(
    readonly id: OperationId,
    readonly scene: Scene,
    readonly input: CallInput,
    private readonly client: Client,
  ) {}

  static async of(id: OperationId, options: Partial<ClientOptions> = {}): Promise<Attempt> {
    const scene = sceneOf(await openSandbox());
    const input = await samples[id](scene);
    const { url, bot } = scene.description;
    const client = new Client({ baseUrl: url, token: bot.token, log: { level: 'silent' }, ...options });
    return new Attempt(id, scene, input, client);
  }

  /** By the method of the operation, with the sample's input but for what is given. */
  async method(change: CallInput = {}): Promise<unknown> {
    const { params = {}, query = {}, body = {} } = { ...this.input, ...change };
    return callOf(this.id)(this.client.api, { params, query, body }, this.scene.description.url);
  }

  /** Past the method, whose types let no such content through. */
  async withContent(content: { readonly body: unknown } | { readonly parts: unknown }): Promise<unknown> {
    const { params = {} } = this.input;
    return this.client.rest.call(operations[this.id], { params, ...content } as never);
  }

  /** How many calls of the bot, or of a webhook, the sandbox has seen. */
  async callsSeen(): Promise<number> {
    const lines = await ledger(this.scene.sandbox);
    return lines.filter(({ kind, operation }) => kind === 'request' && operation === this.id).length;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.client.close();
    await this.scene.sandbox.close();
  }
}

/** Expects the client's typed error for what the sandbox refused so. */
export async function expectRefusal(
  call: Promise<unknown>,
  id: OperationId,
  refusal: { status: number; code: RegExp },
) {
  const error = await call.then(
    (answer) => expect.unreachable(`${id} was served: ${JSON.stringify(answer)}`),
    (reason: unknown) => reason,
  );
  const { status, code } = refusal;
  expect(error).toMatchObject({ name: 'RequestRejected', code: 'REQUEST_REJECTED', operation: id, status });
  const { body, serviceMessage } = error as { readonly body: string; readonly serviceMessage: string };
  expect(JSON.parse(body)).toMatchObject({
    success: false,
    code: expect.stringMatching(code),
    message: serviceMessage,
  });
  return serviceMessage;
}
