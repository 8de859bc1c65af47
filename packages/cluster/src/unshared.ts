import type { LimitShare } from '@botwright/core';

/** The part of a process that shares nothing. */
export const unshared: LimitShare = {
  isReachable: false,
  ask: async () => undefined,
  leave: () => undefined,
  pardon: () => undefined,
  close: async () => undefined,
};
