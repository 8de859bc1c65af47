import type { IdByPathParameter, Operation } from '@botwright/protocol';
import { pixel } from './pixel.js';
import type { Stage } from './stage.js';

/** Something for every parameter that a path may have. */
export type Things = { readonly [Name in Exclude<keyof IdByPathParameter, 'channelId'>]: string } & {
  readonly webhookToken: string;
};

/** Makes one of each thing. */
export async function makeThings(stage: Stage): Promise<Things> {
  const { api, teamId, channels, people } = stage;
  const { id: webhookId, token } = await stage.control('POST', 'webhooks', { channelId: channels.general });
  return {
    teamId,
    userId: people.cy.id,
    categoryId: (await api.categories.create(teamId, { name: 'benches' })).id,
    messageId: (await api.messages.create(channels.general, { content: 'hello' })).id,
    roleId: (await api.roles.create(teamId, { name: 'apprentice' })).id,
    emojiId: '🎉',
    reactionId: (await api.reactions.create(teamId, { name: 'spark', image: pixel })).id,
    todoId: (await api.todos.add(channels['to-do'], 'buy tea')).id,
    applicationId: await stage.receiveApplication(),
    blogId: (await api.blogs.create(teamId, { title: 'News', content: 'We have a lathe.' })).id,
    announcementId: (await api.announcements.create(channels.announcements, { title: 'Drill', content: 'At noon.' }))
      .id,
    webhookId: String(webhookId),
    webhookToken: String(token),
  };
}

/** The path of an operation with things that are there, in the channel of the right type. */
export function pathWith(things: Things, { path, group }: Operation, { channels }: Stage): string {
  const channelByGroup: Readonly<Record<string, string>> = {
    Todos: channels['to-do'],
    Announcements: channels.announcements,
    Voice: channels.lounge,
  };
  const parameters: Readonly<Record<string, string>> = {
    ...things,
    channelId: channelByGroup[group] ?? channels.general,
  };
  return path.replace(/\{(\w+)\}/g, (_whole, name: string) => encodeURIComponent(parameters[name] ?? ''));
}
