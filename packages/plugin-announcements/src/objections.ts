import { channelTag } from './rendering.js';

/** What stands against announcing or deleting, as data, channels by their names. Nothing is done while there is any. */
export type Objection =
  | { readonly code: 'unknown-channel' | 'ambiguous-channel' | 'wrong-channel-type'; readonly channel: string }
  | { readonly code: 'not-announcement-channel' | 'may-not-announce' | 'may-not-write'; readonly channel: string }
  | { readonly code: 'may-not-delete' | 'unknown-announcement'; readonly channel: string }
  | { readonly code: 'may-not-ping' | 'no-title' }
  | { readonly code: 'too-long'; readonly excess: number }
  | { readonly code: 'too-many-channels'; readonly most: number };

/** A wrong call can have many, and a reply has an end. */
const mostExplained = 5;

/** What the author reads. */
export function explainObjections(objections: readonly Objection[]): string {
  return objections.slice(0, mostExplained).map(explainObjection).join('\n');
}

function explainObjection(objection: Objection): string {
  switch (objection.code) {
    case 'unknown-channel':
      return `There is no channel ${channelTag(objection.channel)} that you and I can see.`;
    case 'ambiguous-channel':
      return `Several channels are called ${channelTag(objection.channel)}. Give the id instead.`;
    case 'wrong-channel-type':
      return `${channelTag(objection.channel)} takes no announcements: only announcement and text channels do.`;
    case 'not-announcement-channel':
      return `${channelTag(objection.channel)} is no announcement channel.`;
    case 'may-not-announce':
      return `You may not create announcements in ${channelTag(objection.channel)}.`;
    case 'may-not-write':
      return `You may not write in ${channelTag(objection.channel)}.`;
    case 'may-not-delete':
      return `You may not delete announcements in ${channelTag(objection.channel)}.`;
    case 'unknown-announcement':
      return `There is no such announcement in ${channelTag(objection.channel)}.`;
    case 'may-not-ping':
      return 'You lack the permission to mention everyone and here, so you may not use `--ping`.';
    case 'no-title':
      return 'The title is empty.';
    case 'too-long':
      return `The announcement is ${objection.excess} characters too long for one message.`;
    case 'too-many-channels':
      return `An announcement goes to ${objection.most} channels at the most.`;
  }
}
