import type { EventKind, EventPayload } from './events.js';
import { completeMessage } from './read-message.js';
import { completeUser } from './read-user.js';
import { Unreadable } from './unreadable.js';

type Loose = Record<string, unknown>;

/** Checks and fills in an event, in place. What is wrong with it, or undefined. */
type Completion = (event: Loose) => string | undefined;

const completions: ReadonlyMap<string, Completion> = new Map<EventKind, Completion>([
  ['MESSAGE_SEND', completeMessageEvent],
  ['MESSAGE_UPDATED', completeMessageEvent],
  ['MESSAGE_DELETED', completeDeletion],
  ['MESSAGE_REACTION_ADDED', completeReaction],
  ['MESSAGE_REACTION_REMOVED', completeReaction],
]);

/** Whether an event is of a kind that is read without its schema. */
export function isReadLightly(kind: string): boolean {
  return completions.has(kind);
}

/**
 * Reads an event that has to do with messages, since these are nearly all events there are: it looks only at what code
 * cannot do without, and fills in the members that may be missing, in place. Undefined for an event of another kind, which
 * takes its schema.
 */
export function readLightly<Kind extends EventKind>(
  kind: Kind,
  payload: unknown,
): EventPayload<Kind> | Unreadable | undefined {
  const complete = completions.get(kind);
  if (complete === undefined) return undefined;
  if (typeof payload !== 'object' || payload === null) return new Unreadable('the payload is not an object');
  const problem = complete(payload as Loose);
  return problem === undefined ? (payload as EventPayload<Kind>) : new Unreadable(problem);
}

function completeMessageEvent(event: Loose): string | undefined {
  const problem = completeMessage(event['message']);
  if (problem !== undefined) return `message.${problem}`;
  event['channelId'] ??= (event['message'] as Loose)['channelId'];
  event['channelType'] ??= 'text';
  return completePlace(event);
}

function completeDeletion(event: Loose): string | undefined {
  return typeof event['messageId'] === 'string' ? completePlace(event) : 'messageId: is not a string';
}

function completeReaction(event: Loose): string | undefined {
  if (typeof event['emojiId'] !== 'string') return 'emojiId: is not a string';
  const user = event['reactedBy'];
  if (typeof user !== 'object' || user === null) return 'reactedBy: is not an object';
  if (typeof (user as Loose)['id'] !== 'string') return 'reactedBy.id: is not a string';
  completeUser(user as Loose);
  event['channelType'] ??= 'text';
  return completeDeletion(event);
}

function completePlace(event: Loose): string | undefined {
  event['teamId'] ??= null;
  if (typeof event['channelId'] !== 'string') return 'channelId: is not a string';
  return typeof (event['teamId'] ?? '') === 'string' ? undefined : 'teamId: is not a string';
}
