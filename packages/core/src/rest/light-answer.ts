import type { Endpoint, OperationId } from '@botwright/protocol';
import { completeMessage } from '@botwright/protocol/facts';

type Loose = Record<string, unknown>;

/** The answers that bots read most, and where in them messages stand, alone or in lists. */
const messageMembers: ReadonlyMap<string, readonly string[]> = new Map<OperationId, readonly string[]>([
  ['createChannelMessage', ['message']],
  ['updateChannelMessage', ['message']],
  ['getChannelMessageById', ['message']],
  ['getChannelMessages', ['messages', 'replyMessages']],
]);

/**
 * Reads an answer that holds messages, or promises nothing, without the whole schema; undefined for any other, and for a
 * strange one.
 */
export function lightly(operation: Endpoint, wire: unknown): Loose | undefined {
  const members = operation.answers.length === 0 ? operation.answers : messageMembers.get(operation.id);
  if (!members || typeof wire !== 'object' || wire === null || Array.isArray(wire)) return undefined;
  const answer = wire as Loose;
  return members.every((member) => isComplete(answer[member])) ? answer : undefined;
}

function isComplete(value: unknown): boolean {
  const messages = Array.isArray(value) ? value : [value];
  return messages.every((message) => completeMessage(message) === undefined);
}
