import type { Certainty, Source } from './certainty.js';

/** A number the service insists on. */
export interface Limit {
  /** The most that is allowed; null where one is sure to exist but nobody knows it. */
  readonly value: number | null;
  /** The least that is allowed, where that is more than nothing. */
  readonly minimum?: number;
  readonly certainty: Certainty;
  readonly source: readonly Source[];
  /** Known from one client's own checks only: callers may break it, a stand-in enforces it where asked to. */
  readonly oneClient?: true;
}

/** Every number the service is known to insist on. Lengths count UTF-16 code units. */
export const limits = {
  messageContentLength: { value: 2000, certainty: 'stated', source: ['docs', 'client:py'] },
  messageEmbeds: { value: 5, certainty: 'stated', source: ['docs', 'client:py'] },
  messageAttachments: { value: 5, certainty: 'stated', source: ['docs', 'client:py'] },
  messagesPerPage: { value: 50, certainty: 'observed', source: ['client:py', 'client:ts', 'console'] },
  messagesPerPageDefault: { value: 15, certainty: 'observed', source: ['client:py'] },
  bansPerPage: { value: 1000, certainty: 'observed', source: ['client:py', 'client:teamlify'] },
  bansPerPageDefault: { value: 10, certainty: 'observed', source: ['client:py', 'client:teamlify'] },
  auditLogsPerPageDefault: { value: 50, certainty: 'observed', source: ['console'] },
  usernameLength: { value: 20, minimum: 1, certainty: 'stated', source: ['docs'] },
  teamNameLength: { value: 12, minimum: 3, certainty: 'observed', source: ['client:py'], oneClient: true },
  teamDescriptionLength: { value: 1000, certainty: 'observed', source: ['client:py'], oneClient: true },
  channelNameLength: { value: 20, minimum: 1, certainty: 'observed', source: ['client:py'], oneClient: true },
  slowModeSeconds: { value: 21_600, certainty: 'observed', source: ['client:py', 'client:teamlify'] },
  // The client's check refuses 256 itself while its message allows it; the message is taken.
  todoContentLength: { value: 256, certainty: 'observed', source: ['client:py'], oneClient: true },
  embedTitleLength: { value: 16, certainty: 'observed', source: ['client:py'], oneClient: true },
  embedDescriptionLength: { value: 1024, certainty: 'observed', source: ['client:py'], oneClient: true },
  embedAuthorNameLength: { value: 12, certainty: 'observed', source: ['client:py'], oneClient: true },
  embedFooterTextLength: { value: 16, certainty: 'observed', source: ['client:py'], oneClient: true },
  colour: { value: 0xffffff, minimum: 0, certainty: 'observed', source: ['client:py'], oneClient: true },
  presence: { value: 3, minimum: 0, certainty: 'stated', source: ['docs'] },
  uploadBytes: { value: null, certainty: 'inferred', source: ['inferred'] },
  gatewayIdleMs: { value: null, certainty: 'inferred', source: ['inferred'] },
} as const satisfies Record<string, Limit>;

/** What clients hold themselves to. No rule of the service, yet they live with it. */
export const clientCustoms = {
  callsPerSecond: { value: 5, certainty: 'observed', source: ['client:py'] },
  callIntervalMs: { value: 1100, certainty: 'observed', source: ['console'] },
  connectTimeoutMs: { value: 30_000, certainty: 'observed', source: ['client:py', 'client:py2'] },
} as const satisfies Record<string, Limit>;

/**
 * How the service says that calls come too fast: the wait in seconds stands in the header, else in the body. One client
 * handles it so; no such answer was recorded (observed).
 */
export const rateLimitAnswer = { status: 429, header: 'Retry-After', member: 'retry_after' } as const;
