import type { TestBot } from '@botwright/testing';
import type { EventKind, EventPayload, Member, Message, Role } from 'botwright';

type ChannelName = keyof TestBot['sandbox']['description']['channels'];

/** What a person reads in answer to what they say. */
export async function answerTo(it: TestBot, person: keyof TestBot['people'], text: string): Promise<string | null> {
  return (await it.people[person].asks(text)).content;
}

/** The messages of a channel as its members see them, the newest first. */
export async function messagesIn(it: TestBot, channel: ChannelName = 'general'): Promise<Message[]> {
  const path = `/channels/${it.sandbox.description.channels[channel]}/messages?limit=50`;
  return (await it.people.ada.does<{ messages: Message[] }>('GET', path)).messages;
}

export async function rolesOf(it: TestBot): Promise<Role[]> {
  return (await it.people.ada.does<{ roles: Role[] }>('GET', `${teamPath(it)}/roles`)).roles;
}

export async function memberNamed(it: TestBot, person: keyof TestBot['people']): Promise<Member> {
  const path = `${teamPath(it)}/members/${it.people[person].id}`;
  return (await it.people.ada.does<{ member: Member }>('GET', path)).member;
}

/** What the bot has said to somebody in private, the oldest first. */
export async function noticesTo(it: TestBot, person: keyof TestBot['people']): Promise<(string | null)[]> {
  const reader = it.people[person];
  const { DMs } = await reader.does<{ DMs: { channelId: string }[] }>('GET', '/me/chats');
  const pages = await Promise.all(
    DMs.map(({ channelId }) => reader.does<{ messages: Message[] }>('GET', `/channels/${channelId}/messages`)),
  );
  return pages.flatMap(({ messages }) => messages.map(({ content }) => content)).reverse();
}

export function teamPath(it: TestBot): string {
  return `/teams/${it.sandbox.description.team.id}`;
}

/** Resolves when the bot hears such an event from now on and all its listeners are through with it. */
export function botIsThroughWith<Kind extends EventKind>(it: TestBot, kind: Kind): Promise<EventPayload<Kind>> {
  const { events } = it.bot.client;
  return new Promise((resolve) => {
    const stop = events.on(kind, (event) => {
      stop();
      resolve(event);
    });
  }).then(async (event) => {
    await events.idle();
    return event as EventPayload<Kind>;
  });
}
