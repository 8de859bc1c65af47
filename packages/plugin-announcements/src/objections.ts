import { channelTag } from './rendering.js';
import type { Judged } from './rights.js';

type Act = 'announce' | 'write' | 'delete';

/** What stands against announcing or deleting, as data, channels by their names. Nothing is done while there is any. */
export type Objection =
  | { readonly code: 'unknown-channel' | 'ambiguous-channel' | 'wrong-channel-type'; readonly channel: string }
  | { readonly code: 'not-announcement-channel' | 'unknown-announcement'; readonly channel: string }
  /** There is none that the author sees for certain: of some channels nobody can tell. */
  | { readonly code: 'perhaps-hidden-channel'; readonly channel: string }
  /** `cannot-tell`: the service does not say which role everybody has, and it depends on that. */
  | { readonly code: 'may-not' | 'cannot-tell'; readonly act: Act; readonly channel: string }
  | { readonly code: 'may-not-ping' | 'no-title' }
  | { readonly code: 'too-long'; readonly excess: number }
  | { readonly code: 'too-many-channels'; readonly most: number };

/** What stands against an act in a channel when somebody may, may not, or perhaps may do it. */
export function objectionsTo(act: Act, isAllowed: Judged, { name }: { readonly name: string }): Objection[] {
  if (isAllowed) return [];
  return [{ code: isAllowed === undefined ? 'cannot-tell' : 'may-not', act, channel: name }];
}

const actions: Readonly<Record<Act, string>> = {
  announce: 'create announcements',
  write: 'write',
  delete: 'delete announcements',
};

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
    case 'perhaps-hidden-channel':
      return `There is no channel ${channelTag(objection.channel)} that I know you can see. Of some channels I cannot tell: the service does not say which role everybody has.`;
    case 'may-not':
      return `You may not ${actions[objection.act]} in ${channelTag(objection.channel)}.`;
    case 'cannot-tell':
      return `I cannot tell whether you may ${actions[objection.act]} in ${channelTag(objection.channel)}. It is certain as soon as that channel allows it to one of your roles.`;
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
