import type { User } from '@botwright/protocol';
import type { Stamp } from './change.js';
import type { Account } from './state.js';

export function newPerson(stamp: Stamp, username: string): Account {
  return { user: newUser(stamp, username, false), token: stamp.identities.personToken() };
}

export function newBot(stamp: Stamp, username: string): Account {
  return { user: newUser(stamp, username, true), token: stamp.identities.botToken() };
}

function newUser(stamp: Stamp, username: string, bot: boolean): User {
  return {
    id: stamp.identities.id(),
    username,
    subdomain: username.toLowerCase(),
    profilePicture: null,
    banner: null,
    bot,
    presence: 0,
    flags: '0',
    badges: [],
    userStatus: { content: null, emojiId: null },
    userRPC: { type: null, name: null, id: null, startedAt: null },
    connections: [],
    createdAt: stamp.now(),
    lastOnline: stamp.now(),
    system: false,
    webhook: false,
  };
}
