import { z } from 'zod';
import { stated } from '../certainty.js';
import { BlogId, TeamId, UserId } from '../ids.js';
import { orNull, resource, Timestamp } from '../wire.js';

/** A blog post of a team. */
export const Blog = resource({
  id: stated(BlogId),
  title: stated(z.string()),
  content: stated(z.string()),
  createdAt: stated(Timestamp),
  createdBy: stated(UserId),
  editedAt: stated(orNull(Timestamp)),
  teamId: stated(TeamId),
  heroImage: stated(orNull(z.string())),
}).meta({ id: 'Blog' });
export type Blog = z.output<typeof Blog>;
