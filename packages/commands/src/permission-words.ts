import type { TeamPermission } from '@botwright/protocol';

/** Permissions as people read them: `kick members and ban members`. */
export function permissionWords(permissions: readonly TeamPermission[]): string {
  const words = permissions.map((permission) => permission.toLowerCase().replaceAll('_', ' '));
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`;
}
