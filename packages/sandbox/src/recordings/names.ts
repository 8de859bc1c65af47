import type { WorldView } from '../world/state.js';
import type { RecordedNames } from './recording.js';

/** The names of all that has one, by id. Of webhooks it is the name of their channel. */
export function namesIn(world: WorldView): RecordedNames {
  const { accounts, channels, teams, webhooks } = world;
  const roles = [...teams.values()].flatMap((team) => [...team.roles.values()]);
  const nameOfChannel = (id: string) => channels.get(id)?.name ?? '';
  return {
    users: Object.fromEntries(Array.from(accounts.values(), ({ user }) => [user.id, user.username])),
    teams: Object.fromEntries(Array.from(teams.values(), ({ team }) => [team.id, team.name])),
    channels: Object.fromEntries(Array.from(channels.values(), ({ id, name }) => [id, name])),
    roles: Object.fromEntries(roles.map(({ id, name }) => [id, name])),
    webhooks: Object.fromEntries(Array.from(webhooks.values(), ({ id, channelId }) => [id, nameOfChannel(channelId)])),
  };
}

const kinds = ['users', 'teams', 'channels', 'roles', 'webhooks'] as const;

/** The id that each thing of one world has in another one, by name; of two with one name the first is meant. */
export function sameNamed(from: RecordedNames, to: RecordedNames): Map<string, string> {
  const pairs = kinds.flatMap((kind) => {
    const idByName = new Map(
      Object.entries(to[kind])
        .map(([id, name]) => [name, id] as const)
        .toReversed(),
    );
    return Object.entries(from[kind]).flatMap(([id, name]) => {
      const other = idByName.get(name);
      return other === undefined ? [] : [[id, other] as const];
    });
  });
  return new Map(pairs);
}

const idPattern = /^[0-9a-f]{16}$/;

/** Learns from two answers to one call which id stands for which. */
export function pairIds(before: unknown, after: unknown, pairs: Map<string, string>): void {
  if (typeof before === 'string' && typeof after === 'string') {
    if (idPattern.test(before) && idPattern.test(after)) pairs.set(before, after);
  } else if (typeof before === 'object' && before !== null && typeof after === 'object' && after !== null) {
    const other = after as Record<string, unknown>;
    for (const [member, value] of Object.entries(before)) pairIds(value, other[member], pairs);
  }
}

/** A value with ids replaced, in names of members as well. */
export function withIds<Value>(value: Value, pairs: ReadonlyMap<string, string>): Value {
  return replaceIds(value, pairs) as Value;
}

function replaceIds(value: unknown, pairs: ReadonlyMap<string, string>): unknown {
  if (typeof value === 'string') return pairs.get(value) ?? value;
  if (Array.isArray(value)) return value.map((entry) => replaceIds(entry, pairs));
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([name, entry]) => [pairs.get(name) ?? name, replaceIds(entry, pairs)]);
  return Object.fromEntries(entries);
}
