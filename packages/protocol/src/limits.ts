import type { Certainty, Source } from './certainty.js';

interface Limit {
  readonly value: number;
  readonly certainty: Certainty;
  readonly source: readonly Source[];
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
  usernameLength: { value: 20, certainty: 'stated', source: ['docs'] },
  teamNameLength: { value: 12, certainty: 'observed', source: ['client:py'] },
  channelNameLength: { value: 20, certainty: 'observed', source: ['client:py'] },
  slowModeSeconds: { value: 21_600, certainty: 'observed', source: ['client:py', 'client:teamlify'] },
  colour: { value: 0xffffff, certainty: 'observed', source: ['client:py'] },
  presence: { value: 3, certainty: 'stated', source: ['docs'] },
} as const satisfies Record<string, Limit>;
