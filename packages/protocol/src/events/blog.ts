import { observed } from '../certainty.js';
import { BlogId, TeamId, UserId } from '../ids.js';
import { Blog } from '../resources/blog.js';
import { resource } from '../wire.js';
import { teamIdFrom, teamIdIfNamed } from './payload.js';

export const blogEvents = {
  BLOG_CREATED: observed(
    teamIdFrom(
      'blog',
      resource({ blog: observed(Blog, 'client:ts', 'client:py'), teamId: observed(TeamId, 'client:py') }),
    ),
    'client:ts',
    'client:py',
  ),
  // That `deletedBy` is a user's id is inferred.
  BLOG_DELETED: observed(
    resource({
      blogId: observed(BlogId, 'client:ts'),
      deletedBy: observed(UserId, 'client:ts'),
      teamId: teamIdIfNamed,
    }),
    'client:ts',
  ),
} as const;
