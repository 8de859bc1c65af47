import type { CommandContext, MessageDraft } from 'botwright';
import type { Draft, Target } from './draft.js';
import { draftLifeMinutes } from './drafts.js';
import { asMessage, channelTag } from './rendering.js';

/** The announcement as it goes out, and under it where to, whom it pings, and how to send it. */
export function previewOf(draft: Draft, targets: readonly Target[], { prefix }: CommandContext): MessageDraft {
  const [home] = targets.map(({ name }) => channelTag(name));
  const description = [
    `Goes to ${targets.map(describeTarget).join(', ')}.`,
    draft.ping ? `Pings everybody who sees ${home}.` : 'Pings nobody.',
    `To send it: \`${prefix}announce send ${draft.id}\``,
    `To drop it: \`${prefix}announce cancel ${draft.id}\``,
    `It is dropped by itself in ${draftLifeMinutes} minutes.`,
  ].join('\n');
  return { content: asMessage(draft), embeds: [{ title: 'Preview', description }] };
}

function describeTarget({ name, type }: Target): string {
  return `${channelTag(name)} (${type === 'announcement' ? 'announcement' : 'message'})`;
}
