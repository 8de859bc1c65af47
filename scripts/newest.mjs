import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** When anything below a path last changed. A folder's own time counts too: it is all that a deleted file leaves behind. */
export function newest(path) {
  const stats = statSync(path);
  if (!stats.isDirectory()) return stats.mtimeMs;
  return Math.max(stats.mtimeMs, ...readdirSync(path).map((name) => newest(join(path, name))));
}
