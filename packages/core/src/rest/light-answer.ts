import { completeMessage, type Operation, type OperationId } from '@botwright/protocol';

type Loose = Record<string, unknown>;

/** The answers that bots read most, and where in them messages stand, alone or in lists. */
const messageMembers: ReadonlyMap<string, readonly string[]> = new Map<OperationId, readonly string[]>([
  ['createChannelMessage', ['message']],
  ['updateChannelMessage', ['message']],
  ['getChannelMessageById', ['message']],
  ['getChannelMessages', ['messages', 'replyMessages']],
]);

/** Reads an answer that holds messages without the whole schema; undefined for any other, and for a strange one. */
export function lightly(operation: Operation, wire: unknown): Loose | undefined {
  const members = messageMembers.get(operation.id);
  if (!members || typeof wire !== 'object' || wire === null) return undefined;
  const answer = wire as Loose;
  return members.every((member) => isComplete(answer[member])) ? answer : undefined;
}

function isComplete(value: unknown): boolean {
  const messages = Array.isArray(value) ? value : [value];
  return messages.every((message) => completeMessage(message) === undefined);
}
