import type { Outcome } from './announcer.js';
import type { Post } from './deliveries.js';
import type { Target } from './draft.js';
import { channelTag } from './rendering.js';

/** What the author reads after sending: how it went at each target. */
export function reportSending(outcomes: readonly Outcome<Target>[], prefix: string): string {
  const lines = outcomes.map((outcome) =>
    outcome.ok
      ? `- ${channelTag(outcome.place.name)}: sent, \`${outcome.post.id}\``
      : `- ${channelTag(outcome.place.name)}: failed, ${outcome.reason}`,
  );
  const [first] = outcomes.flatMap((outcome) => (outcome.ok ? [outcome.post] : []));
  const hint = first === undefined ? [] : [`To take it back everywhere: \`${prefix}announce delete ${first.id}\``];
  return [`Sent to ${successes(outcomes)}:`, ...lines, ...hint].join('\n');
}

/** What somebody reads after deleting: how it went at each place. */
export function reportDeletion(outcomes: readonly Outcome<Post>[]): string {
  const lines = outcomes.map((outcome) =>
    outcome.ok
      ? `- ${channelTag(outcome.place.channelName)}: deleted`
      : `- ${channelTag(outcome.place.channelName)}: failed, ${outcome.reason}`,
  );
  return [`Deleted in ${successes(outcomes)}:`, ...lines].join('\n');
}

function successes(outcomes: readonly Outcome<unknown>[]): string {
  const count = outcomes.filter(({ ok }) => ok).length;
  return `${count} of ${outcomes.length} channel${outcomes.length === 1 ? '' : 's'}`;
}
