import type { Application } from '@botwright/protocol';
import { existing, type WorldView } from './state.js';
import type { StoredApplication } from './stored.js';

export function asApplication(world: WorldView, stored: StoredApplication): Application {
  return { ...stored, submittedBy: existing(world.accounts, stored.submittedBy).user };
}
