import type { Channel } from 'botwright';
import { findAnnouncementChannel, findChannel, isObjection } from './channels.js';
import { type Draft, isTarget, type Target, type Text } from './draft.js';
import { type Objection, objectionsTo } from './objections.js';
import { excessLength } from './rendering.js';
import type { Rights } from './rights.js';
import type { TeamSight } from './team-reader.js';

/** Each is a call of its own, and the preview has to name them all. */
const mostTargets = 10;

export interface Verdict {
  readonly targets: readonly Target[];
  readonly objections: readonly Objection[];
}

/**
 * Finds the channels and says what stands against announcing there, for the member whose rights are given.
 *
 * @param names - Names or ids, that of the announcement channel first; two for one channel count once.
 */
export function judge(
  { ping, ...text }: Text & Pick<Draft, 'ping'>,
  [home = '', ...others]: readonly string[],
  { visible, rights }: TeamSight,
): Verdict {
  const found = [findAnnouncementChannel(home, visible), ...others.map((name) => findChannel(name, visible))];
  const chosen = new Map(found.flatMap((it) => (isObjection(it) ? [] : [[it.id, it] as const])));
  const targets = [...chosen.values()].filter(isTarget);
  const objections = [
    ...textObjections(text),
    ...found.filter(isObjection),
    ...[...chosen.values()].flatMap((channel) => channelObjections(channel, rights)),
    ...(chosen.size > mostTargets ? [{ code: 'too-many-channels', most: mostTargets } as const] : []),
    ...(ping && !rights.holds('MENTION_EVERYONE_AND_HERE') ? [{ code: 'may-not-ping' } as const] : []),
  ];
  return { targets, objections };
}

function textObjections(text: Text): Objection[] {
  if (text.title === '') return [{ code: 'no-title' }];
  const excess = excessLength(text);
  return excess > 0 ? [{ code: 'too-long', excess }] : [];
}

function channelObjections(channel: Channel, rights: Rights): Objection[] {
  const { name } = channel;
  if (!isTarget(channel)) return [{ code: 'wrong-channel-type', channel: name }];
  if (channel.type === 'announcement') {
    return objectionsTo('announce', rights.mayAnnounceIn(channel), channel);
  }
  return objectionsTo('write', rights.mayWriteIn(channel), channel);
}
