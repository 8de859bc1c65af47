import type { User, UserId } from '@botwright/protocol';
import type { Stamp } from './change.js';
import type { Account } from './state.js';

export function newPerson(stamp: Stamp, username: string): Account {
  return { user: drawUser(stamp, username, false), token: stamp.identities.personToken() };
}

export function newBot(stamp: Stamp, username: string): Account {
  return { user: drawUser(stamp, username, true), token: stamp.identities.botToken() };
}

function drawUser(stamp: Stamp, username: string, bot: boolean): User {
  return { ...newUser({ id: stamp.identities.id(), username, createdAt: stamp.now() }), bot };
}

interface UserDraft {
  readonly id: UserId;
  readonly username: string;
  readonly createdAt: string;
}

export function newUser({ id, username, createdAt }: UserDraft): User {
  return {
    id,
    username,
    subdomain: username.toLowerCase(),
    profilePicture: null,
    banner: null,
    bot: false,
    presence: 0,
    flags: '0',
    badges: [],
    userStatus: { content: null, emojiId: null },
    userRPC: { type: null, name: null, id: null, startedAt: null },
    connections: [],
    createdAt,
    lastOnline: createdAt,
    system: false,
    webhook: false,
  };
}
