import { z } from 'zod';
import { Address, kind } from './kind.js';
import { code, link } from './text.js';

const Star = z.object({ action: z.enum(['created', 'deleted']) });

export const star = kind(Star, ({ action }, actor) => {
  return [action === 'created' ? `${actor} gave a star` : `${actor} took their star back`];
});

const Fork = z.object({ forkee: z.object({ full_name: z.string(), html_url: Address }) });

export const fork = kind(Fork, ({ forkee }, actor) => {
  return [`${actor} made ${link('a fork', forkee.html_url)}, ${code(forkee.full_name)}`];
});

const Ping = z.object({ zen: z.string() });

export const ping = kind(Ping, ({ zen }) => [`events will be told here. ${code(zen)}`]);
