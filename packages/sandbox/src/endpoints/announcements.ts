import type { AnnouncementId, ChannelId, TeamId } from '@botwright/protocol';
import { createAnnouncement, deleteAnnouncement } from '../changes/announcements.js';
import { holdsTeamPermission } from '../permissions.js';
import { Refusal } from '../refusal.js';
import { asAnnouncement } from '../world/announcements.js';
import type { TeamView } from '../world/state.js';
import { type AnyCall, endpoints } from './endpoint.js';
import { reachChannelByRight, reachTeam } from './reach.js';

export const announcementEndpoints = endpoints({
  getAnnouncements(call) {
    const { channel } = reachChannelByRight(call, call.params.channelId, 'announcement');
    const own = [...call.world.announcements.values()].filter(({ channelId }) => channelId === channel.id);
    return { announcements: own.reverse().map((stored) => asAnnouncement(call.world, stored)) };
  },

  createAnnouncement(call) {
    const { team, channel } = reachChannelByRight(call, call.params.channelId, 'announcement');
    if (call.body.tagEveryone) demandTagging(call, team);
    return { announcement: call.apply(createAnnouncement(channel, call.caller.id, call.body)) };
  },

  deleteAnnouncement(call) {
    const { channel, announcement } = reachAnnouncement(call, call.params);
    call.apply(deleteAnnouncement(channel, announcement.id));
    return {};
  },
});

/** One form of the path names the team in place of the channel. */
interface AnnouncementPath {
  readonly announcementId: AnnouncementId;
  readonly channelId?: ChannelId;
  readonly teamId?: TeamId;
}

function reachAnnouncement(call: AnyCall, { announcementId, channelId, teamId }: AnnouncementPath) {
  if (teamId !== undefined) reachTeam(call, teamId);
  const announcement = call.world.announcements.get(announcementId);
  const place = channelId ?? announcement?.channelId;
  if (place === undefined) throw Refusal.unknown('announcement', announcementId);
  const { team, channel } = reachChannelByRight(call, place, 'announcement');
  const isThere = announcement?.channelId === channel.id && (teamId ?? team.team.id) === team.team.id;
  if (!isThere) throw Refusal.unknown('announcement', announcementId);
  return { channel, announcement };
}

function demandTagging({ world, caller }: AnyCall, team: TeamView): void {
  if (!world.enforcesPermissions || holdsTeamPermission(team, caller.id, 'MENTION_EVERYONE_AND_HERE')) return;
  throw Refusal.missingPermission(['MENTION_EVERYONE_AND_HERE'], `team ${team.team.name} to tag everyone`);
}
