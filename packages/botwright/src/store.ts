import type { Clock, Logger } from '@botwright/core';
import { openStore, type Store as StoreShape } from '@botwright/store';
import type { InjectionToken } from 'tsyringe';
import { TenantStore } from './tenant-store.js';

/** What keeps things over a restart. As a token, `@inject(Store)` gives the bot's own. */
export type Store = StoreShape;
export const Store: InjectionToken<StoreShape> = Symbol('Store');

/** Where a store is kept: `file:` and a path. */
export interface StoreAddress {
  readonly url: string;
}

/** A store, and how to let go of it when the bot has stopped. */
export interface OwnedStore {
  readonly store: StoreShape;
  release(): Promise<void>;
}

interface StoreParts {
  /** From `BOTWRIGHT_DATABASE_URL`. */
  readonly databaseUrl: string | undefined;
  readonly clock: Clock;
  readonly log: Logger;
}

/**
 * The store of a bot: the one given, else a file, which is opened when something is first read or kept. A store that was
 * given is left open, and what the bot took of it is given back: the next bot may have it.
 *
 * @throws {StoreOptionInvalid} for an address that is none.
 */
export function storeOf(given: StoreShape | StoreAddress | undefined, parts: StoreParts): OwnedStore {
  if (given !== undefined && 'namespace' in given) {
    const store = new TenantStore(given, undefined);
    return { store, release: async () => store.leave() };
  }
  const { databaseUrl, clock, log } = parts;
  const url = given?.url ?? databaseUrl;
  const store = openStore({ clock, log, ...(url !== undefined && { url }) });
  return { store, release: () => store.close() };
}
