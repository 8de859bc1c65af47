import type { ChannelId, Message } from '@botwright/protocol';
import { asApplication } from './applications.js';
import { channelsOf } from './channels.js';
import { existing, type TeamView, type WorldView } from './state.js';
import { asMember, asMessage } from './views.js';

/** The whole world as one JSON value, without tokens. Messages stand under their channel's id, oldest first. */
export function exportWorld(world: WorldView): object {
  return {
    seed: world.seed,
    users: Array.from(world.accounts.values(), ({ user }) => user),
    teams: Array.from(world.teams.values(), (team) => exportTeam(world, team)),
    directMessages: Array.from(world.directMessages.values(), (conversation) => ({
      ...conversation,
      messages: exportMessages(world, conversation.channelId),
    })),
    files: Array.from(world.files, ([name, { contentType, bytes }]) => ({ name, contentType, size: bytes.length })),
  };
}

function exportTeam(world: WorldView, view: TeamView): object {
  const { team, everyoneRoleId, roles, members, bans, categories, auditLog } = view;
  const channels = channelsOf(world, team.id);
  return {
    ...team,
    everyoneRoleId,
    roles: [...roles.values()],
    members: Array.from(members, ([userId, membership]) => asMember(world, view, userId, membership)),
    bans: [...bans.values()],
    categories: [...categories.values()],
    auditLog,
    channels,
    messages: Object.fromEntries(channels.map(({ id }) => [id, exportMessages(world, id)])),
    ...exportOffice(world, view),
    ...exportBoards(world, new Set(channels.map(({ id }) => id))),
  };
}

function exportMessages(world: WorldView, channelId: ChannelId): Message[] {
  return Array.from(existing(world.messages, channelId).values(), (message) => asMessage(world, message));
}

function exportOffice(world: WorldView, { blogs, reactions, applications, applicationForm }: TeamView): object {
  return {
    blogs: [...blogs.values()],
    reactions: [...reactions.values()],
    applicationForm,
    applications: Array.from(applications.values(), (application) => asApplication(world, application)),
  };
}

/** What stands in channels beside messages. */
function exportBoards({ todos, announcements, webhooks }: WorldView, channelIds: ReadonlySet<ChannelId>): object {
  const isHere = ({ channelId }: { readonly channelId: ChannelId }) => channelIds.has(channelId);
  return {
    todos: [...todos.values()].filter(isHere),
    announcements: [...announcements.values()].filter(isHere),
    webhooks: [...webhooks.values()].filter(isHere).map(({ token: _token, ...webhook }) => webhook),
  };
}
