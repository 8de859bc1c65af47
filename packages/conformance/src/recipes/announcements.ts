import { recipes } from './recipe.js';

const here = { channelId: '{announcementChannel}' };
const notice = { title: 'Fire drill', content: 'At noon.' };
const announce = {
  operation: 'createAnnouncement',
  parameters: here,
  body: notice,
  keep: { announcement: 'announcement.id' },
} as const;
const listAnnouncements = { operation: 'getAnnouncements', parameters: here } as const;

export const announcementRecipes = recipes({
  getAnnouncements: {
    setup: [announce],
    looking: {},
    parameters: here,
    answer: { announcements: [{ ...here, ...notice }] },
  },

  createAnnouncement: {
    parameters: here,
    body: { ...notice, tagEveryone: false },
    answer: { announcement: { ...here, ...notice, createdBy: { id: '{caller}' } } },
    events: { ANNOUNCEMENT_CREATED: { ...here, announcement: notice, teamId: '{team}' } },
    after: [{ ...listAnnouncements, expect: { matches: { announcements: [notice] } } }],
    refusals: [
      {
        title: 'an announcement in a channel for other things',
        status: 400,
        parameters: { channelId: '{textChannel}' },
      },
    ],
  },

  deleteAnnouncement: {
    setup: [announce],
    parameters: { ...here, announcementId: '{announcement}' },
    events: { ANNOUNCEMENT_DELETED: { ...here, announcementId: '{announcement}', teamId: '{team}' } },
    after: [{ ...listAnnouncements, expect: { lacks: { announcements: { id: '{announcement}' } } } }],
  },
});
