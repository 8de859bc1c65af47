import { existsSync, readdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));

rmSync(join(root, 'coverage'), { recursive: true, force: true });
for (const group of ['packages', 'examples']) {
  if (!existsSync(join(root, group))) continue;
  for (const name of readdirSync(join(root, group))) {
    // The build info lies inside dist, so that it cannot outlive the output it describes.
    rmSync(join(root, group, name, 'dist'), { recursive: true, force: true });
  }
}
