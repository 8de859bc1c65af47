import { readFileSync } from 'node:fs';
import type { SandboxOptions } from '@botwright/sandbox';
import { SeedFileInvalid } from '../errors.js';

/**
 * Reads the file of a world. What stands in it is checked by the sandbox.
 *
 * @throws {SeedFileInvalid} when it cannot be read, or is no JSON object, or its seed is no text.
 */
export function readSeedFile(file: string): Pick<SandboxOptions, 'seed' | 'world'> {
  const described = parse(file);
  if (typeof described !== 'object' || described === null || Array.isArray(described)) {
    throw new SeedFileInvalid(file, 'it must hold a JSON object');
  }
  const { seed, ...world } = described as { readonly seed?: unknown };
  if (seed === undefined) return { world };
  if (typeof seed !== 'string' || seed === '') throw new SeedFileInvalid(file, 'seed must be a text that is not empty');
  return { seed, world };
}

function parse(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    throw new SeedFileInvalid(file, code === 'ENOENT' ? 'there is no such file' : message);
  }
}
