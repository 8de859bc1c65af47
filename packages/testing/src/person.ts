import { apiPrefix, authorization, type Message, type UserId } from '@botwright/protocol';
import type { Sandbox, SandboxDescription } from '@botwright/sandbox';
import { NobodyAnswered, SandboxRefused } from './errors.js';
import { Hearing } from './hearing.js';

export interface TalkOptions {
  /** Name of the channel; default `general`. */
  readonly in?: keyof SandboxDescription['channels'];
}

export interface ListenOptions {
  /** How long to wait, in milliseconds; default 5,000. */
  readonly timeoutMs?: number;
}

const patienceMs = 5_000;

/** Somebody in the sandbox's team. They act through the service's own HTTP API and hear its events, as its page does. */
export class Person {
  #hearing: Promise<Hearing> | undefined;

  constructor(
    private readonly sandbox: Sandbox,
    readonly name: string,
    private readonly account: { readonly id: UserId; readonly token: string },
  ) {}

  get id(): UserId {
    return this.account.id;
  }

  /**
   * Says something and waits for nobody.
   *
   * @throws {SandboxRefused} when they may not.
   */
  async says(content: string, { in: channel = 'general' }: TalkOptions = {}): Promise<Message> {
    const { channels } = this.sandbox.description;
    const answer = await this.does<{ message: Message }>('POST', `/channels/${channels[channel]}/messages`, {
      content,
    });
    return answer.message;
  }

  /**
   * Says something and waits for the message that answers it.
   *
   * @throws {NobodyAnswered} when none comes in time.
   */
  async asks(
    content: string,
    { timeoutMs = patienceMs, ...where }: TalkOptions & ListenOptions = {},
  ): Promise<Message> {
    const hearing = await this.#listen();
    const question = await this.says(content, where);
    const answer = await hearing.until(({ replyTo }) => replyTo === question.id, timeoutMs);
    if (answer === undefined) throw new NobodyAnswered(content, timeoutMs);
    return answer;
  }

  /**
   * Waits for a message whose content is this text, or fits this pattern. One that came since the person began to
   * listen, at their first `asks` or `listens`, counts as well.
   *
   * @throws {NobodyAnswered} when none comes in time.
   */
  async hears(what: string | RegExp, { timeoutMs = patienceMs }: ListenOptions = {}): Promise<Message> {
    const hearing = await this.#listen();
    const fits = ({ content }: Message) => (typeof what === 'string' ? content === what : what.test(content ?? ''));
    const message = await hearing.until(fits, timeoutMs);
    if (message === undefined) throw new NobodyAnswered(String(what), timeoutMs);
    return message;
  }

  /** Begins to listen, so that nothing said from here on is missed. */
  async listens(): Promise<void> {
    await this.#listen();
  }

  /**
   * Makes any call of the service's API as this person; the path comes after the API's prefix.
   *
   * @throws {SandboxRefused} for every status but 200.
   */
  async does<Answer = unknown>(method: string, path: string, body?: object): Promise<Answer> {
    const response = await fetch(this.sandbox.description.url + apiPrefix + path, {
      method,
      headers: { authorization: this.#authorization, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    });
    if (!response.ok) throw new SandboxRefused(method, path, response.status, await response.text());
    return (await response.json()) as Answer;
  }

  /** Stops listening. */
  async leaves(): Promise<void> {
    (await this.#hearing)?.close();
    this.#hearing = undefined;
  }

  get #authorization(): string {
    return authorization(this.account.token, 'User');
  }

  #listen(): Promise<Hearing> {
    this.#hearing ??= Hearing.open(this.sandbox, this.#authorization);
    return this.#hearing;
  }
}
