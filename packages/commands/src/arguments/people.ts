import type { Member, User, UserId } from '@botwright/protocol';
import type { CommandContext } from '../context.js';
import { type ArgumentType, argumentType } from './argument-type.js';
import { askOnce, findNamed, foundOrNone, isIdLike, type NamedThings, notFound } from './named-things.js';
import { ArgumentRefused } from './problems.js';

const mentionShape = /^<@([\w-]{1,128})>$/;
const massMentions = new Set(['@everyone', '@here', 'everyone', 'here']);

/** Who may be meant, beside being there at all. */
export interface PersonRules {
  /** Whether a bot will do; everybody will unless it is said. */
  readonly bots?: boolean;
  /** Whether the person who calls will do. */
  readonly self?: boolean;
}

/**
 * A member of the team the message was sent in, by mention, id, exact name, name in another case, or the beginning of
 * a name when only one member's name begins so. It never picks among several, and asks about names that are nearly so.
 *
 * In a direct message the parser throws `NotInTeam`.
 */
export function member(rules: PersonRules = {}): ArgumentType<Member> {
  return argumentType({
    name: 'member',
    async parse(written, context) {
      refuseMass(written, 'member');
      const mentioned = mentionShape.exec(written)?.[1];
      if (mentioned !== undefined) {
        const found = await memberOrNone(mentioned, context);
        if (found === undefined) throw new ArgumentRefused({ code: 'NOT_FOUND', wanted: 'member', near: [] });
        return allowed(found, rules, context);
      }
      const among = await membersOf(context);
      const found = findNamed(among, withoutAt(written));
      if (found === undefined) throw notFound(among, withoutAt(written));
      return allowed(found, rules, context);
    },
    counterexample: (random) => random.pick(['@everyone', '<@&1>', '<#1>']),
  });
}

/**
 * Any user of the service, by mention or id; in a team a member's name does as well, by the rules of {@link member}. An
 * id wins over a name: nobody is taken for somebody who is not in the team by carrying that person's id as a name.
 */
export function user(rules: PersonRules = {}): ArgumentType<User> {
  return argumentType({
    name: 'user',
    async parse(written, context) {
      refuseMass(written, 'user');
      const mentioned = mentionShape.exec(written)?.[1];
      const found = await (mentioned === undefined ? userOrMember(written, context) : userOrNone(mentioned, context));
      if (found !== undefined) return allowed(found, rules, context);
      if (mentioned !== undefined || !context.inTeam) {
        if (mentioned === undefined && !isIdLike(written)) throw new ArgumentRefused('user');
        throw new ArgumentRefused({ code: 'NOT_FOUND', wanted: 'user', near: [] });
      }
      if (!isIdLike(withoutAt(written))) throw new ArgumentRefused('user');
      throw notFound({ ...(await membersOf(context)), wanted: 'user' }, withoutAt(written));
    },
    counterexample: (random) => random.pick(['@everyone', '<@&1>', '../me']),
  });
}

/** A mention of everybody, of a role or of a channel is no mention of one person. */
function refuseMass(written: string, wanted: 'member' | 'user'): void {
  const isMass = massMentions.has(written.toLowerCase()) && written.startsWith('@');
  if (isMass || /^<(?:@&|#)/.test(written)) throw new ArgumentRefused(wanted);
}

function allowed<Person extends User>(person: Person, { bots, self }: PersonRules, context: CommandContext): Person {
  if (bots === false && person.bot) throw new ArgumentRefused('noBot');
  if (self === false && person.id === context.author.id) throw new ArgumentRefused('notSelf');
  return person;
}

function withoutAt(written: string): string {
  return written.startsWith('@') ? written.slice(1) : written;
}

async function userOrMember(written: string, context: CommandContext): Promise<User | undefined> {
  const known = isIdLike(written) ? await userOrNone(written, context) : undefined;
  if (known !== undefined || !context.inTeam) return known;
  return findNamed(await membersOf(context), withoutAt(written));
}

function userOrNone(id: UserId, context: CommandContext): Promise<User | undefined> {
  const { api, signal, author } = context;
  if (id === author.id) return Promise.resolve(author);
  return askOnce(context, `user ${id}`, () => foundOrNone('user', api.users.get(id, { signal })));
}

function memberOrNone(id: UserId, context: CommandContext): Promise<Member | undefined> {
  const { api, teamId, signal } = context;
  return askOnce(context, `member ${id}`, () => foundOrNone('member', api.members.get(teamId, id, { signal })));
}

/** All members of the team, asked for once a call. */
export function teamMembers(context: CommandContext): Promise<Member[]> {
  const { api, teamId, signal } = context;
  return askOnce(context, 'members', () => api.members.list(teamId, { signal }));
}

async function membersOf(context: CommandContext): Promise<NamedThings<Member>> {
  return {
    wanted: 'member',
    things: (await foundOrNone('member', teamMembers(context))) ?? [],
    nameOf: ({ username }) => username,
    idOf: ({ id }) => id,
  };
}
