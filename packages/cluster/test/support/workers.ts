import { createHash } from 'node:crypto';
import { Client, type ClientOptions, systemClock, type TransportReply } from '@botwright/core';
import { token } from '../../../core/test/support/client.js';
import { LimitedService, type Limits } from '../../../core/test/support/limited.js';
import { redisLimits } from '../../src/index.js';

type WorkerOptions = { readonly count?: number; readonly answerWithinMs?: number } & ClientOptions['rest'];

/** Clients that have a token and Redis in common, as several processes would. */
export class Workers implements AsyncDisposable {
  readonly token = token;
  /** What the name of everything in Redis begins with. */
  readonly prefix = `botwright:limits:{${createHash('sha256').update(token).digest('base64url')}}`;
  readonly service: LimitedService;
  readonly clients: Client[];
  readonly sent: { readonly worker: number; readonly at: number }[] = [];
  /** What was logged. */
  readonly lines: string[] = [];
  /** What happens around each request. */
  around: (send: () => Promise<TransportReply>) => Promise<TransportReply> = (send) => send();

  constructor(
    redisUrl: string | undefined,
    limits: Limits,
    { count = 4, answerWithinMs = 2_000, ...rest }: WorkerOptions = {},
  ) {
    this.service = new LimitedService(systemClock, limits);
    this.clients = Array.from({ length: count }, (_, worker) => {
      const transport: ClientOptions['transport'] = (request) => {
        this.sent.push({ worker, at: performance.now() });
        return this.around(async () => this.service.transport(request));
      };
      return new Client({
        token,
        baseUrl: 'http://127.0.0.1:1',
        log: { level: 'info', destination: { write: (line) => void this.lines.push(line) } },
        transport,
        rest: {
          sharedLimits: redisLimits({ answerWithinMs, ...(redisUrl !== undefined && { url: redisUrl }) }),
          ...rest,
        },
      });
    });
  }

  /** Lets each client read a channel so many times at once. @returns How long it took, in milliseconds. */
  async readEach(times: number, channel: (call: number) => string = () => 'c'): Promise<number> {
    const start = performance.now();
    const calls = this.clients.flatMap((client) =>
      Array.from({ length: times }, (_, call) => client.api.messages.list(channel(call))),
    );
    await Promise.all(calls);
    return performance.now() - start;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all(this.clients.map((client) => client.close()));
  }
}
