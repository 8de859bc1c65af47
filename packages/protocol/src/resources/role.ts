import { z } from 'zod';
import { observed, stated } from '../certainty.js';
import { EmojiId, RoleId, TeamId, UserId } from '../ids.js';
import { alsoReads, isRecord, orNull, resource, Timestamp } from '../wire.js';

/** A role of a team. A higher `priority` stands above a lower one (inferred). */
export const Role = resource({
  id: stated(RoleId, 'docs'),
  teamId: stated(TeamId, 'docs'),
  name: stated(z.string(), 'docs'),
  iconUrl: stated(orNull(z.string()), 'docs'),
  color: stated(z.string(), 'docs'),
  color2: stated(orNull(z.string()), 'docs'),
  permissions: stated(z.int().min(0).default(0), 'docs'),
  priority: stated(z.int().default(0), 'docs'),
  createdAt: stated(Timestamp, 'docs'),
  updatedAt: stated(orNull(Timestamp), 'docs'),
  isDisplayedSeparately: stated(z.boolean().default(true), 'docs'),
  isSelfAssignable: stated(z.boolean().default(false), 'docs'),
  iconEmojiId: stated(orNull(EmojiId), 'docs'),
  mentionable: stated(z.boolean().default(true), 'docs'),
  botScope: stated(
    z.preprocess((wire) => wire ?? {}, resource({ userId: UserId.nullish() })),
    'docs',
  ),
}).meta({ id: 'Role' });
export type Role = z.output<typeof Role>;

/** A role to be (stated). Every member may be left out or null; colours are hexadecimal. */
export const RoleDraft = resource({
  name: stated(z.string().nullish(), 'docs'),
  permissions: stated(z.int().min(0).nullish(), 'docs'),
  color: stated(z.string().nullish(), 'docs'),
  color2: stated(z.string().nullish(), 'docs'),
  isDisplayedSeparately: stated(z.boolean().nullish(), 'docs'),
});
export type RoleDraft = z.input<typeof RoleDraft>;

/** A change to a role; what is left out stays. */
export const RoleChange = resource({
  name: observed(z.string().nullish(), 'client:ts', 'client:py', 'console', 'client:teamlify'),
  permissions: observed(z.int().min(0).nullish(), 'client:ts', 'client:py', 'console', 'client:teamlify'),
  color: observed(z.string().nullish(), 'client:ts', 'client:py', 'console', 'client:teamlify'),
  color2: observed(z.string().nullish(), 'client:ts', 'client:py', 'console', 'client:teamlify'),
  isDisplayedSeparately: observed(z.boolean().nullish(), 'client:ts', 'client:py', 'console', 'client:teamlify'),
});
export type RoleChange = z.input<typeof RoleChange>;

function rolesOfObject(wire: unknown): unknown {
  return isRecord(wire) ? wire['roles'] : wire;
}

/** Role ids in their new order: the body is the bare list. An old client sends an object with `roles`. */
export const RolePriorities = alsoReads(
  observed(z.array(RoleId), 'client:ts', 'client:py', 'client:py2', 'console'),
  rolesOfObject,
);
export type RolePriorities = z.input<typeof RolePriorities>;
