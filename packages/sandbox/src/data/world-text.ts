import { deserialize, serialize } from 'node:v8';
import type { WorldState } from '../world/state.js';
import { digestOf } from './act-text.js';

/** A world as bytes; its uploads stand beside it, by their digest. */
export interface WrittenWorld {
  readonly bytes: Buffer;
  readonly files: ReadonlyMap<string, Buffer>;
}

type WithoutBytes = Omit<WorldState, 'files'> & {
  readonly files: ReadonlyMap<string, { readonly contentType: string; readonly digest: string }>;
};

export function writeWorld(state: WorldState): WrittenWorld {
  const files = new Map<string, Buffer>();
  const kept = Array.from(state.files, ([name, { contentType, bytes }]) => {
    const digest = digestOf(bytes);
    files.set(digest, bytes);
    return [name, { contentType, digest }] as const;
  });
  return { bytes: serialize({ ...state, files: new Map(kept) } satisfies WithoutBytes), files };
}

/**
 * Nobody is online in a world that was kept: presences end with their connections.
 *
 * @param fileOf - Finds an upload by its digest, or throws.
 */
export function readWorld(bytes: Buffer, fileOf: (digest: string) => Buffer): WorldState {
  const { files, accounts, ...rest } = deserialize(bytes) as WithoutBytes;
  const kept = Array.from(files, ([name, { contentType, digest }]) => {
    return [name, { contentType, bytes: fileOf(digest) }] as const;
  });
  const offline = Array.from(accounts, ([id, account]) => {
    return [id, { ...account, user: { ...account.user, presence: 0 as const } }] as const;
  });
  return { ...rest, accounts: new Map(offline), files: new Map(kept) };
}
