import { existing, type TeamView, type WorldView } from './state.js';
import { asMember, asMessage } from './views.js';

/** The whole world as one JSON value, without tokens. Messages stand under their channel's id, oldest first. */
export function exportWorld(world: WorldView): object {
  return {
    seed: world.seed,
    users: Array.from(world.accounts.values(), ({ user }) => user),
    teams: Array.from(world.teams.values(), (team) => exportTeam(world, team)),
  };
}

function exportTeam(world: WorldView, view: TeamView): object {
  const { team, everyoneRoleId, roles, members, bans, categories } = view;
  const channels = [...world.channels.values()].filter(({ teamId }) => teamId === team.id);
  return {
    ...team,
    everyoneRoleId,
    roles: [...roles.values()],
    members: Array.from(members, ([userId, membership]) => asMember(world, view, userId, membership)),
    bans: [...bans.values()],
    categories: [...categories.values()],
    channels,
    messages: Object.fromEntries(
      channels.map(({ id }) => [
        id,
        Array.from(existing(world.messages, id).values(), (message) => asMessage(world, message)),
      ]),
    ),
  };
}
