import { z } from 'zod';
import { observed } from '../certainty.js';
import { CategoryId, TeamId } from '../ids.js';
import { Category } from '../resources/channel.js';
import { resource } from '../wire.js';
import { teamIdFrom, teamIdIfNamed } from './payload.js';

const categoryEvent = observed(
  teamIdFrom(
    'category',
    resource({ category: observed(Category, 'client:ts', 'client:py'), teamId: observed(TeamId, 'client:py') }),
  ),
  'client:ts',
  'client:py',
);

export const categoryEvents = {
  CATEGORIES_PRIORITY_UPDATED: observed(
    resource({ order: observed(z.array(CategoryId), 'client:ts'), teamId: teamIdIfNamed }),
    'client:ts',
  ),
  CATEGORY_UPDATED: categoryEvent,
  CATEGORY_DELETED: observed(
    resource({ categoryId: observed(CategoryId, 'client:ts'), teamId: teamIdIfNamed }),
    'client:ts',
  ),
  CATEGORY_CREATED: categoryEvent,
} as const;
