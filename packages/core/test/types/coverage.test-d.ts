import { type ApiMethod, type Client, coverage } from '../../src/index.js';

const { getTeam: _left, ...withoutOne } = coverage;
// @ts-expect-error an operation without a method does not compile
withoutOne satisfies Record<keyof typeof coverage, ApiMethod>;

// @ts-expect-error a method that is not there does not compile
'teams.read' satisfies ApiMethod;
'teams.get' satisfies ApiMethod;
'WebhookClient.execute' satisfies ApiMethod;

export async function calls({ api }: Client, signal: AbortSignal): Promise<void> {
  const channel = await api.channels.create('t', { name: 'tea' }, { signal });
  // @ts-expect-error a channel's id is no team's
  await api.channels.list(channel.id);
  // @ts-expect-error who is notified stands in the options, where it is seen
  await api.announcements.create('c', { title: 'a', content: 'b', tagEveryone: true });
  // @ts-expect-error an image has to come from somewhere
  await api.reactions.create('t', { name: 'tea' });
  // @ts-expect-error the decision is sent as another word than it is read
  await api.applications.decide('t', 'a', 'approved');
}
