import { RequestRejected } from '@botwright/core';
import type { Member, User, UserId } from '@botwright/protocol';
import type { CommandContext } from '../context.js';
import { normaliseName } from '../names.js';
import { type ArgumentType, argumentType } from './argument-type.js';
import { ArgumentRefused } from './problems.js';

const idShape = /^[\w-]{1,128}$/;
const mentionShape = /^<@([\w-]{1,128})>$/;
const massMentions = new Set(['@everyone', '@here']);
const wantedMember = 'one member: a mention, an id or a name';
const wantedUser = 'one user: a mention, an id, or the name of a member';
const candidatesNamed = 5;

/**
 * A member of the team the message was sent in, by mention, id, exact name, name in another case, or the beginning of
 * a name when only one member's name begins so. It never picks among several.
 *
 * In a direct message the parser throws `NotInTeam`.
 */
export function member(): ArgumentType<Member> {
  return argumentType({
    name: 'member',
    async parse(written, context) {
      if (massMentions.has(written)) throw new ArgumentRefused(wantedMember);
      const mentioned = mentionShape.exec(written)?.[1];
      const found = await (mentioned === undefined ? memberLike(written, context) : memberOrNone(mentioned, context));
      if (found !== undefined) return found;
      throw new ArgumentRefused({ code: 'NOT_FOUND', wanted: 'member' });
    },
  });
}

/**
 * Any user of the service, by mention or id; in a team a member's name does as well, by the rules of {@link member}. An
 * id wins over a name: nobody is taken for somebody who is not in the team by carrying that person's id as a name.
 */
export function user(): ArgumentType<User> {
  return argumentType({
    name: 'user',
    async parse(written, context) {
      if (massMentions.has(written)) throw new ArgumentRefused(wantedUser);
      const mentioned = mentionShape.exec(written)?.[1];
      const found = await (mentioned === undefined ? userOrMember(written, context) : userOrNone(mentioned, context));
      if (found !== undefined) return found;
      if (mentioned === undefined && !idShape.test(written)) throw new ArgumentRefused(wantedUser);
      throw new ArgumentRefused({ code: 'NOT_FOUND', wanted: 'user' });
    },
  });
}

async function userOrMember(written: string, context: CommandContext): Promise<User | undefined> {
  const known = idShape.test(written) ? await userOrNone(written, context) : undefined;
  if (known !== undefined || !context.inTeam) return known;
  return memberLike(written, context);
}

function userOrNone(id: UserId, { api, signal }: CommandContext): Promise<User | undefined> {
  return foundOrNone(api.users.get(id, { signal }));
}

function memberOrNone(id: UserId, { api, teamId, signal }: CommandContext): Promise<Member | undefined> {
  return foundOrNone(api.members.get(teamId, id, { signal }));
}

async function memberLike(written: string, { api, teamId, signal }: CommandContext): Promise<Member | undefined> {
  return findMember(await api.members.list(teamId, { signal }), written);
}

async function foundOrNone<Found>(look: Promise<Found>): Promise<Found | undefined> {
  try {
    return await look;
  } catch (error) {
    if (error instanceof RequestRejected && error.status === 404) return undefined;
    throw error;
  }
}

/** @throws {ArgumentRefused} when several fit. */
function findMember(members: readonly Member[], written: string): Member | undefined {
  const name = written.startsWith('@') ? written.slice(1) : written;
  const folded = normaliseName(name);
  if (folded === '') return undefined;
  const steps: ((member: Member) => boolean)[] = [
    ({ id }) => id === name,
    ({ username }) => username === name,
    ({ username }) => normaliseName(username) === folded,
    ({ username }) => normaliseName(username).startsWith(folded),
  ];
  for (const step of steps) {
    const found = members.filter(step);
    const [first] = found;
    if (found.length > 1) throw ambiguous(found);
    if (first !== undefined) return first;
  }
  return undefined;
}

function ambiguous(found: readonly Member[]): ArgumentRefused {
  const candidates = found.slice(0, candidatesNamed).map(({ username, id }) => `${username} (${id})`);
  return new ArgumentRefused({ code: 'AMBIGUOUS', wanted: 'member', candidates, count: found.length });
}
