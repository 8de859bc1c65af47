import type { OperationId } from '@botwright/protocol';
import { announcementRecipes } from './announcements.js';
import { applicationRecipes } from './applications.js';
import { attachmentRecipes } from './attachments.js';
import { blogRecipes } from './blogs.js';
import { categoryRecipes } from './categories.js';
import { channelRecipes } from './channels.js';
import { directMessageRecipes } from './direct-messages.js';
import { messageRecipes } from './messages.js';
import { reactionRecipes } from './reactions.js';
import type { Recipe, Recipes } from './recipe.js';
import { roleRecipes } from './roles.js';
import { teamRecipes } from './teams.js';
import { todoRecipes } from './todos.js';
import { userRecipes } from './users.js';
import { voiceRecipes } from './voice.js';
import { webhookRecipes } from './webhooks.js';

/** A recipe for every operation of the contract, or nothing compiles. */
const all = {
  ...channelRecipes,
  ...messageRecipes,
  ...teamRecipes,
  ...roleRecipes,
  ...userRecipes,
  ...todoRecipes,
  ...directMessageRecipes,
  ...applicationRecipes,
  ...reactionRecipes,
  ...attachmentRecipes,
  ...voiceRecipes,
  ...webhookRecipes,
  ...blogRecipes,
  ...categoryRecipes,
  ...announcementRecipes,
} satisfies Recipes<OperationId>;

export function recipeOf(id: OperationId): Recipe {
  return all[id];
}
