import { hash } from 'node:crypto';
import { authorization, type User } from '@botwright/protocol';
import type { Account, WorldView } from './world/state.js';

/** The key under which an account is found: by digest, so that no lookup takes a time that tells about a token. */
export function callerDigest({ user, token }: Account): string {
  return digest(authorization(token, user.bot ? 'Bot' : 'User'));
}

/** The account that an Authorization header stands for. */
export function findCaller(world: WorldView, header: string | undefined): User | undefined {
  if (header === undefined) return undefined;
  const userId = world.callers.get(digest(header));
  return userId === undefined ? undefined : world.accounts.get(userId)?.user;
}

function digest(text: string): string {
  return hash('sha256', text, 'base64');
}
