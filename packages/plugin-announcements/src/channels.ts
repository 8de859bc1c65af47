import type { Channel } from 'botwright';
import type { Objection } from './objections.js';

/** The channels that somebody can see. */
export interface Sight {
  readonly channels: readonly Channel[];
  /** Whether those are all: of others nobody can tell whether they see them. */
  readonly isCertain: boolean;
}

/** Finds a channel by id, `#name` or name. Never picks among several. */
export function findChannel(written: string, { channels, isCertain }: Sight): Channel | Objection {
  const name = written.replace(/^#/, '');
  const byId = channels.find(({ id }) => id === name);
  const [found, ...others] = byId === undefined ? channels.filter((channel) => channel.name === name) : [byId];
  if (found === undefined) return { code: isCertain ? 'unknown-channel' : 'perhaps-hidden-channel', channel: name };
  return others.length === 0 ? found : { code: 'ambiguous-channel', channel: name };
}

/** Finds the announcement channel of that name or id. */
export function findAnnouncementChannel(written: string, sight: Sight): Channel | Objection {
  const found = findChannel(written, sight);
  if (isObjection(found) || found.type === 'announcement') return found;
  return { code: 'not-announcement-channel', channel: found.name };
}

export function isObjection(found: object): found is Objection {
  return 'code' in found;
}
