import { z } from 'zod';
import { type Certainty, observed, type Source } from './certainty.js';
import { announcementEvents } from './events/announcement.js';
import { applicationEvents } from './events/application.js';
import { blogEvents } from './events/blog.js';
import { categoryEvents } from './events/category.js';
import { channelEvents } from './events/channel.js';
import { messageEvents } from './events/message.js';
import { presenceEvents } from './events/presence.js';
import { teamEvents } from './events/team.js';
import { todoEvents } from './events/todo.js';
import { typingEvents } from './events/typing.js';
import { userEvents } from './events/user.js';
import { voiceEvents } from './events/voice.js';
import { Team } from './resources/team.js';
import { ClientUser } from './resources/user.js';
import { list, resource } from './wire.js';

/** The payload of each event kind. Kinds that are not here stay raw. */
export const events = {
  ...channelEvents,
  ...messageEvents,
  ...presenceEvents,
  ...teamEvents,
  ...todoEvents,
  ...userEvents,
  ...voiceEvents,
  ...blogEvents,
  ...categoryEvents,
  ...announcementEvents,
  ...applicationEvents,
  ...typingEvents,
} as const;

export type EventKind = keyof typeof events;
export type EventPayload<Kind extends EventKind> = z.output<(typeof events)[Kind]>;

/** An event of a known kind, as listeners get it. */
export type GatewayEvent<Kind extends EventKind = EventKind> = {
  [K in Kind]: { readonly kind: K; readonly data: EventPayload<K> };
}[Kind];

/** What is known of an event kind beside its payload. */
export interface EventFacts {
  readonly kind: EventKind;
  readonly group: string;
  /** All names stand in the service's own documents; the payloads rest on clients. */
  readonly certainty: { readonly kind: Certainty; readonly payload: Certainty };
  readonly source: readonly Source[];
  /** The specification lists 36 kinds; CHANNEL_TYPING is one of the gateway's opcodes. */
  readonly inSpecification: boolean;
}

const groups: Readonly<Record<string, Partial<Record<EventKind, z.ZodType>>>> = {
  Channel: channelEvents,
  Message: messageEvents,
  Presence: presenceEvents,
  'Team and roles': teamEvents,
  'To-do': todoEvents,
  User: userEvents,
  Voice: voiceEvents,
  Blog: blogEvents,
  Category: categoryEvents,
  Announcement: announcementEvents,
  Application: applicationEvents,
  Gateway: typingEvents,
};

function factsOf(group: string, kind: EventKind): EventFacts {
  const { certainty = 'inferred', source = [] } = (events[kind] as z.ZodType).meta() ?? {};
  return {
    kind,
    group,
    certainty: { kind: 'stated', payload: certainty },
    source,
    inSpecification: group !== 'Gateway',
  };
}

/** Every event kind, in the order of the service's list within each group. */
export const eventKinds: readonly EventFacts[] = Object.entries(groups).flatMap(([group, payloads]) =>
  (Object.keys(payloads) as EventKind[]).map((kind) => factsOf(group, kind)),
);

/** The first frame of a connection: who the caller is, its teams, and how often to send a heartbeat. */
export const Ready = observed(
  resource({
    user: observed(ClientUser, 'client:py', 'client:ts', 'client:teamlify', 'console'),
    teams: observed(list(Team), 'client:py'),
    // Not checked here: a hostile number must not cost the connection; the gateway clamps it.
    heartbeatIntervalMs: observed(z.unknown().optional(), 'client:py', 'client:teamlify'),
  }),
  'docs',
  'client:py',
  'client:teamlify',
);
export type Ready = z.output<typeof Ready>;
