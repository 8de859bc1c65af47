import { z } from 'zod';
import { observed, stated } from '../certainty.js';
import { ChannelId, TeamId, UserId } from '../ids.js';
import { list, orNull, resource, Timestamp } from '../wire.js';

export const Game = resource({
  id: stated(z.int()),
  platforms: stated(list(z.string())),
  region: stated(z.string()),
});

/** A team: what other services call a server or a guild. `createdBy` is its owner (inferred). */
export const Team = resource({
  id: stated(TeamId),
  name: stated(z.string()),
  profilePicture: stated(orNull(z.string())),
  banner: stated(orNull(z.string())),
  description: stated(orNull(z.string())),
  isVerified: stated(z.boolean().default(false)),
  isSuspended: stated(z.boolean().default(false)),
  createdBy: stated(UserId),
  defaultChannelId: stated(orNull(ChannelId)),
  games: stated(list(Game)),
  isDiscoverable: stated(z.boolean().default(false)),
  discoverableInvite: stated(orNull(z.string())),
  createdAt: stated(Timestamp),
  memberCount: stated(z.int().min(0).default(0)),
  isSafeForTeen: observed(z.boolean().default(false), 'client:py'),
  isTournament: observed(z.boolean().default(false), 'client:py'),
}).meta({ id: 'Team' });
export type Team = z.output<typeof Team>;

/** A change to a team. What is left out or null stays: one client sends null for all it does not change (inferred). */
export const TeamChange = resource({
  name: observed(z.string().nullish(), 'client:py', 'client:ts', 'console'),
  description: observed(z.string().nullish(), 'client:py', 'client:ts', 'console'),
  profilePicture: observed(z.string().nullish(), 'client:py', 'client:ts', 'console'),
  banner: observed(z.string().nullish(), 'client:py', 'client:ts', 'console'),
});
export type TeamChange = z.input<typeof TeamChange>;
