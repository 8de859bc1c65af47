import { z } from 'zod';
import { Action, Address, kind } from './kind.js';
import { code, link } from './text.js';

const Release = z.object({
  action: Action,
  release: z.object({ tag_name: z.string(), name: z.string().nullish(), html_url: Address }),
});

export const release = kind(Release, ({ action, release: { tag_name, name, html_url } }, actor) => {
  return [`${actor} ${action} ${link('release', html_url)} ${code(name || tag_name)}`];
});
