import { hash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { authorization, type User } from '@botwright/protocol';
import type { Account, WorldView } from './world/state.js';

/** The key under which an account is found: by digest, so that no lookup takes a time that tells about a token. */
export function callerDigest({ user, token }: Account): string {
  return digest(authorization(token, user.bot ? 'Bot' : 'User'));
}

/** The account that an Authorization header stands for. */
export function findCaller(world: WorldView, header: string | undefined): User | undefined {
  return header === undefined ? undefined : findByDigest(world, digest(header));
}

/** A call is asked for its caller several times, and its header stays as it is. */
const digests = new WeakMap<IncomingHttpHeaders, string>();

/** The account that the headers of a call stand for, as the world is at the moment. */
export function findCallerOf(world: WorldView, headers: IncomingHttpHeaders): User | undefined {
  if (headers.authorization === undefined) return undefined;
  const known = digests.get(headers) ?? digest(headers.authorization);
  digests.set(headers, known);
  return findByDigest(world, known);
}

function findByDigest(world: WorldView, known: string): User | undefined {
  const userId = world.callers.get(known);
  return userId === undefined ? undefined : world.accounts.get(userId)?.user;
}

function digest(text: string): string {
  return hash('sha256', text, 'base64');
}
