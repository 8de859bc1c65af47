import type { Announcement } from '@botwright/protocol';
import { existing, type WorldView } from './state.js';
import type { StoredAnnouncement } from './stored.js';

export function asAnnouncement(world: WorldView, stored: StoredAnnouncement): Announcement {
  return { ...stored, createdBy: existing(world.accounts, stored.createdBy).user };
}
