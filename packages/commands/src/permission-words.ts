import type { TeamPermission } from '@botwright/protocol';
import type { Texts } from './texts/en.js';

/** Permissions as people read them: `kick members and ban members`. */
export function permissionWords(permissions: readonly TeamPermission[], texts: Texts): string {
  return texts.and(permissions.map((permission) => texts.permissions[permission]));
}
