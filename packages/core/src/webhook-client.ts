import { systemClock } from '@botwright/clock';
import type { BodyOf, Message, Operations, WebhookId, WebhookMessageDraft } from '@botwright/protocol';
import { apiPrefix, endpoints } from '@botwright/protocol/facts';
import type { CallOptions } from './api/call-options.js';
import { type AllowedMentions, defuseDeep, withInertMentions } from './api/mentions.js';
import { OptionInvalid } from './errors.js';
import { type ClientOptions, defaultValidation } from './options.js';
import { originOf } from './origin.js';
import { resolveRestOptions } from './rest/options.js';
import { Rest } from './rest/rest.js';
import { createTransport } from './rest/transport.js';

type SharedOptions = Pick<ClientOptions, 'validate' | 'clock' | 'rest'>;

/** A webhook by its whole address, or by its parts. */
export type WebhookClientOptions = SharedOptions &
  (
    | { readonly url: string }
    | { readonly id: WebhookId; readonly token: string; readonly baseUrl: ClientOptions['baseUrl'] }
  );

/** How a webhook speaks. */
export interface WebhookOptions extends CallOptions {
  /** Who may be notified. Default: nobody; what looks like a mention then stays text. */
  readonly allowMentions?: AllowedMentions | undefined;
}

/** GitHub's delivery, as it came. */
type GithubPayload = BodyOf<Operations['webhookForGithub']>;

interface Address {
  readonly origin: string;
  readonly webhookId: WebhookId;
  readonly webhookToken: string;
}

/**
 * Speaks through a webhook of a channel, without a bot: the webhook's token stands in the path, and no `Authorization`
 * header is sent (stated). No error ever holds that token.
 */
export class WebhookClient {
  readonly #rest: Rest;
  readonly #params: { readonly webhookId: WebhookId; readonly webhookToken: string };

  /** @throws {OptionInvalid} when the address cannot be one of a webhook, or another option cannot work. */
  constructor(options: WebhookClientOptions) {
    const { origin, ...params } = addressOf(options);
    this.#params = params;
    const rest = resolveRestOptions(options.rest, origin);
    this.#rest = new Rest({
      token: undefined,
      transport: createTransport(origin, rest),
      clock: options.clock ?? systemClock,
      validate: options.validate ?? defaultValidation(),
      options: rest,
    });
  }

  /**
   * Sends a message to the webhook's channel. Mentions are treated as in `messages.create`.
   *
   * @param draft - `content` of at most 2000 characters, 5 embeds (stated), 5 attachments (observed); one of them has to
   * hold something (inferred). `username` is shown instead of the webhook's name for this message alone (observed).
   * @returns The message, when the service sends it along (observed).
   * @throws {RequestRejected} 401 or 404 for a webhook that is not there or has another token (inferred).
   * @throws {OutcomeUnknown} when the message may have been stored all the same; it is not repeated, since a webhook's
   * message carries no nonce and a webhook cannot look.
   */
  async execute(draft: WebhookMessageDraft, options: WebhookOptions = {}): Promise<Message | undefined> {
    const body = withInertMentions(draft, options.allowMentions);
    const { signal, priority } = options;
    const input = { params: this.#params, body, signal, priority };
    const answer = await this.#rest.begin(endpoints.createMessageWithWebhook, input);
    return answer.message;
  }

  /**
   * Hands on what GitHub delivers, for the service to make a message of. The specification calls the operation under
   * development; that it takes GitHub's headers and body is inferred. Mentions in the payload's texts are treated as in
   * `execute`, since anybody may have written them.
   *
   * @param eventName - What GitHub sends as `X-GitHub-Event`, such as `push`.
   * @param deliveryId - What GitHub sends as `X-GitHub-Delivery`.
   * @throws {BodyInvalid} when a name could not stand in a header.
   * @throws {RequestRejected} 401 or 404 for a webhook that is not there or has another token (inferred).
   */
  async github(
    eventName: string,
    payload: GithubPayload,
    deliveryId?: string,
    options: WebhookOptions = {},
  ): Promise<void> {
    const delivery = deliveryId !== undefined && { 'x-github-delivery': deliveryId };
    await this.#rest.begin(endpoints.webhookForGithub, {
      params: this.#params,
      headers: { 'x-github-event': eventName, ...delivery },
      body: defuseDeep(payload, options.allowMentions),
      signal: options.signal,
      priority: options.priority,
    });
  }

  /** Waits for the calls that are under way and closes the connections. */
  async close(): Promise<void> {
    await this.#rest.idle();
    await this.#rest.close();
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }
}

const webhookPath = new RegExp(`^(?:${apiPrefix})?/webhooks/([^/]+)/([^/]+?)(?:/github)?/?$`);

function addressOf(options: WebhookClientOptions): Address {
  if ('url' in options) return addressInUrl(options.url);
  const { id, token, baseUrl } = options;
  if (typeof id !== 'string' || id === '') throw new OptionInvalid('id', id, 'the id of a webhook');
  if (typeof token !== 'string' || token === '') throw unusable('token', 'the token of a webhook');
  return { origin: originOf(baseUrl), webhookId: id, webhookToken: token };
}

function addressInUrl(address: string): Address {
  const wrong = () => unusable('url', 'the address of a webhook, such as https://example.org/api/v1/webhooks/ID/TOKEN');
  if (!URL.canParse(address)) throw wrong();
  const { origin, pathname } = new URL(address);
  const [, id, token] = webhookPath.exec(pathname) ?? [];
  if (id === undefined || token === undefined || !/^https?:/.test(origin)) throw wrong();
  try {
    return { origin, webhookId: decodeURIComponent(id), webhookToken: decodeURIComponent(token) };
  } catch {
    throw wrong();
  }
}

/** The value holds the webhook's token, or a part of it. */
function unusable(option: string, expected: string): OptionInvalid {
  return new OptionInvalid(option, '[redacted]', expected);
}
