import type { IncomingMessage } from 'node:http';
import { authorization, gatewayPath, type User } from '@botwright/protocol';
import { findCaller } from '../credentials.js';
import type { WorldView } from '../world/state.js';

/** A browser cannot set headers on a WebSocket: its page offers this protocol and, as a second one, the token. */
export const personSubprotocol = 'botwright.user';

const anyVersion = /^\/api\/v\d+\/ws$/;

/** Whether a path is the gateway of this version, that of another one, or nothing at all. */
export function gatewayVersion(url: string | undefined): 'served' | 'unsupported' | undefined {
  const [path = ''] = (url ?? '').split('?');
  if (path === gatewayPath) return 'served';
  return anyVersion.test(path) ? 'unsupported' : undefined;
}

/** Who opens the connection. A token in the path or the query is never looked at. */
export function callerOfHandshake(world: WorldView, { headers }: IncomingMessage): User | undefined {
  if (headers.authorization !== undefined) return findCaller(world, headers.authorization);
  const [protocol, token] = (headers['sec-websocket-protocol'] ?? '').split(',').map((part) => part.trim());
  if (protocol !== personSubprotocol || token === undefined) return undefined;
  return findCaller(world, authorization(token, 'User'));
}
