import { type Clock, VirtualClock } from '@botwright/clock';
import type { ResolvedSandboxOptions } from '../options.js';
import { World } from '../world/world.js';
import type { WorldFile } from './world-file.js';

/** A world, the clock that it goes by, and the file in which it is kept, if any. */
export interface OpenedWorld {
  readonly world: World;
  readonly clock: Clock;
  readonly file: WorldFile | undefined;
}

/** A world that lives in memory. */
export function freshWorld(options: ResolvedSandboxOptions): OpenedWorld {
  const clock = clockFrom(options);
  return { world: new World({ ...options, clock }), clock, file: undefined };
}

/** @param at - Where a virtual clock goes on, where it has stood before. */
export function clockFrom({ clock }: ResolvedSandboxOptions, at?: number): Clock {
  return clock === 'virtual' ? new VirtualClock(at) : clock;
}
