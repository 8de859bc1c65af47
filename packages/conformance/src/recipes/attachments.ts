import { recipes } from './recipe.js';
import { pixel } from './steps.js';

export const attachmentRecipes = recipes({
  uploadAttachment: { parts: { image: pixel, type: 'attachment' } },
});
