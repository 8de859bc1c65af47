import { observed } from '../certainty.js';
import { AnnouncementId, ChannelId, TeamId } from '../ids.js';
import { Announcement } from '../resources/announcement.js';
import { resource } from '../wire.js';

export const announcementEvents = {
  ANNOUNCEMENT_CREATED: observed(
    resource({
      announcement: observed(Announcement, 'client:ts', 'client:py'),
      channelId: observed(ChannelId, 'client:ts', 'client:py'),
      teamId: observed(TeamId, 'client:ts', 'client:py'),
    }),
    'client:ts',
    'client:py',
  ),
  ANNOUNCEMENT_DELETED: observed(
    resource({
      announcementId: observed(AnnouncementId, 'client:ts'),
      channelId: observed(ChannelId, 'client:ts'),
      teamId: observed(TeamId, 'client:ts'),
    }),
    'client:ts',
  ),
} as const;
