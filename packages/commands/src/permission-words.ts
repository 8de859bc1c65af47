import type { TeamPermission } from '@botwright/protocol';
import { en } from './texts/en.js';

/** Permissions as people read them: `kick members and ban members`. */
export function permissionWords(permissions: readonly TeamPermission[]): string {
  const words = permissions.map((permission) => permission.toLowerCase().replaceAll('_', ' '));
  return en.and(words);
}
