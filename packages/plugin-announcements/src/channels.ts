import type { Channel } from 'botwright';
import type { Objection } from './objections.js';

/** Finds a channel by id, `#name` or name. Never picks among several. */
export function findChannel(written: string, channels: readonly Channel[]): Channel | Objection {
  const name = written.replace(/^#/, '');
  const byId = channels.find(({ id }) => id === name);
  const [found, ...others] = byId === undefined ? channels.filter((channel) => channel.name === name) : [byId];
  if (found === undefined) return { code: 'unknown-channel', channel: name };
  return others.length === 0 ? found : { code: 'ambiguous-channel', channel: name };
}

/** Finds the announcement channel of that name or id. */
export function findAnnouncementChannel(written: string, channels: readonly Channel[]): Channel | Objection {
  const found = findChannel(written, channels);
  if (isObjection(found) || found.type === 'announcement') return found;
  return { code: 'not-announcement-channel', channel: found.name };
}

export function isObjection(found: object): found is Objection {
  return 'code' in found;
}
