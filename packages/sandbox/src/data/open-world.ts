import type { ResolvedSandboxOptions } from '../options.js';
import { performAgain } from '../perform-act.js';
import type { DatedAct } from '../world/act.js';
import { World } from '../world/world.js';
import { SandboxDataInUse, SandboxDataUnusable } from './errors.js';
import { clockFrom, freshWorld, type OpenedWorld } from './opened-world.js';
import { WorldFile } from './world-file.js';

/**
 * Brings back the world that is kept in a directory, or begins one there.
 *
 * @throws {SandboxDataInUse} when another sandbox has it open.
 * @throws {SandboxDataUnusable} when it is damaged, was made with another seed, or cannot be written.
 */
export function openWorld(directory: string, options: ResolvedSandboxOptions): OpenedWorld {
  if (!WorldFile.isIn(directory)) begin(directory, options);
  const file = WorldFile.open(directory, options.log);
  try {
    return bringBack(file, options, directory);
  } catch (error) {
    file.close();
    throw error;
  }
}

function begin(directory: string, options: ResolvedSandboxOptions): void {
  const { world, clock } = freshWorld(options);
  try {
    WorldFile.create(directory, world.keepable, clock.now());
  } catch (cause) {
    if (cause instanceof SandboxDataInUse) throw cause;
    throw new SandboxDataUnusable(directory, `a file cannot be made there: ${(cause as Error).message}`, { cause });
  }
}

function bringBack(file: WorldFile, options: ResolvedSandboxOptions, directory: string): OpenedWorld {
  const { kept, at, acts } = file.read();
  if (options.hasOwnSeed && kept.state.seed !== options.seed) {
    const problem = 'it was made with another seed; leave the seed out, or name another directory';
    throw new SandboxDataUnusable(directory, problem);
  }
  const clock = clockFrom(options, at);
  const world = new World({ ...options, clock }, kept);
  doAgain(world, acts, file, options);
  const { enforcesPermissions, maxTotalUploadBytes } = options;
  world.holdTo({ enforcesPermissions, maxTotalUploadBytes });
  file.keep(world, clock);
  // Later acts are not to be done again under the rules of these.
  file.writeWhole(world);
  return { world, clock, file };
}

function doAgain(world: World, acts: readonly DatedAct[], file: WorldFile, { log }: ResolvedSandboxOptions): void {
  for (const [index, act] of acts.entries()) {
    const { drawn } = world.keepable;
    if (drawn !== act.drawn) throw file.unrepeatable(index, acts.length);
    const failure = performAgain(world, act);
    // It failed when it was done first as well, and the sandbox went on.
    if (failure) log.error({ act: act.act.kind, stack: failure.stack }, 'an act that is done again failed');
  }
}
