import { z } from 'zod';
import { inferred, observed } from '../certainty.js';
import { Announcement } from '../resources/announcement.js';
import { alsoReads, isRecord, list, resource } from '../wire.js';
import { operationGroup } from './operation.js';

/** The documentation shows the bare list, against the rule that every answer is an object. */
function listToObject(wire: unknown): unknown {
  return Array.isArray(wire) ? { announcements: wire } : wire;
}

/** One client reads the whole answer as the announcement. */
function bareToObject(wire: unknown): unknown {
  if (!isRecord(wire) || 'announcement' in wire) return wire;
  const { success, ...announcement } = wire;
  return { ...(success !== undefined && { success }), announcement };
}

export const announcementOperations = operationGroup('Announcements', {
  getAnnouncements: {
    name: 'Get Announcements',
    method: 'GET',
    path: '/channels/{channelId}/announcements',
    answer: alsoReads(
      resource({
        announcements: inferred(list(Announcement), 'a list stands under the name of its entries elsewhere'),
      }),
      listToObject,
    ),
    needs: ['channel:VIEW_CHANNEL'],
    certainty: { method: 'stated', path: 'stated' },
    source: ['docs', 'client:ts', 'client:py', 'client:py2', 'client:js', 'console'],
  },
  createAnnouncement: {
    name: 'Create Announcement',
    method: 'POST',
    path: '/channels/{channelId}/announcements',
    body: resource({
      title: observed(z.string().min(1), 'client:ts', 'client:py', 'client:js', 'console'),
      content: observed(z.string().min(1), 'client:ts', 'client:py', 'client:js', 'console'),
      tagEveryone: observed(z.boolean().optional(), 'client:ts', 'client:py', 'client:js', 'console'),
    }),
    answer: alsoReads(
      resource({ announcement: inferred(Announcement, 'a resource stands under its name elsewhere') }),
      bareToObject,
    ),
    needs: ['channel:CREATE_ANNOUNCEMENTS'],
    emits: ['ANNOUNCEMENT_CREATED'],
    certainty: { method: 'observed', path: 'observed' },
    source: ['client:ts', 'client:py', 'client:py2', 'client:js', 'console'],
  },
  deleteAnnouncement: {
    name: 'Delete Announcement',
    method: 'DELETE',
    path: '/channels/{channelId}/announcements/{announcementId}',
    answer: resource({}),
    needs: ['channel:DELETE_ANNOUNCEMENTS'],
    emits: ['ANNOUNCEMENT_DELETED'],
    // This form leaves it to the server to find the channel.
    alternatives: [{ method: 'DELETE', path: '/teams/{teamId}/announcements/{announcementId}', source: ['client:ts'] }],
    certainty: { method: 'observed', path: 'observed' },
    source: ['client:py', 'client:py2', 'client:js', 'console'],
  },
});
