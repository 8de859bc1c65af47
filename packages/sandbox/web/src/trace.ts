import type { Message, MessageId, UserId } from '@botwright/protocol';
import type { LedgerEntry } from './ledger.js';

/** What one message led to, step by step. */
export interface Trace {
  readonly message: Message;
  /** When the first step was, in epoch milliseconds. */
  readonly began: number;
  readonly parts: readonly TracePart[];
  /** `undefined` while the bot has not answered. */
  readonly answeredAfterMs: number | undefined;
}

export interface TracePart {
  readonly title: string;
  readonly steps: readonly LedgerEntry[];
}

/** A step that carries a whole message. */
interface Told {
  readonly entry: LedgerEntry;
  readonly message: Message;
}

/** What people have said, newest first. */
export function questionsIn(entries: readonly LedgerEntry[], botId: UserId): Message[] {
  const said = entries.flatMap(toldBy).filter(({ message }) => message.createdBy.id !== botId);
  return [...new Map(said.map(({ message }) => [message.id, message])).values()].reverse();
}

/** The message that a trace begins with: of an answer it is what was asked. */
export function questionOf({ id, replyTo, createdBy }: Message): MessageId {
  return createdBy.bot && replyTo !== null ? replyTo : id;
}

/**
 * What a message led to, as far as the ledger tells: how it was sent, how it reached the bot, what the bot asked of the
 * service until its answer, and the answer. `undefined` when the ledger does not go back that far.
 */
export function traceOf(entries: readonly LedgerEntry[], id: MessageId, botId: UserId): Trace | undefined {
  const told = entries.flatMap(toldBy);
  const own = told.filter(({ message }) => message.id === id);
  const [first] = own;
  if (!first) return undefined;
  const sent = own.map(({ entry }) => entry).filter(isStored);
  const arrival = own.find(({ entry }) => entry.by === botId && isFrame(entry))?.entry;
  const answers = told.filter(({ message }) => message.replyTo === id && message.createdBy.id === botId);
  const heard = answers.filter(({ entry }) => isFrame(entry) && entry.by === first.message.createdBy.id);
  const sending = [...sent.flatMap((answer) => requestOf(entries, answer)), ...sent];
  const began = Math.min(...[...sending, first.entry].map(({ at }) => at));
  const answered = answers[0]?.entry.at;
  return {
    message: first.message,
    began,
    parts: [
      { title: 'Sent', steps: sending },
      { title: 'Told to the bot', steps: arrival ? [arrival] : [] },
      { title: 'Asked by the bot', steps: arrival ? askedAfter(entries, arrival, answers) : [] },
      { title: 'Answer', steps: heard.map(({ entry }) => entry) },
    ],
    answeredAfterMs: answered === undefined ? undefined : answered - began,
  };
}

function toldBy(entry: LedgerEntry): Told[] {
  const body = entry['body'] as { message?: Message; d?: { message?: Message } } | null | undefined;
  const message = isStored(entry) ? body?.message : isFrame(entry) ? body?.d?.message : undefined;
  return message?.createdBy ? [{ entry, message }] : [];
}

function isStored({ kind, operation, status }: LedgerEntry): boolean {
  return kind === 'answer' && operation === 'createChannelMessage' && status === 200;
}

function isFrame({ kind, event }: LedgerEntry): boolean {
  return kind === 'frame-out' && event === 'MESSAGE_SEND';
}

/** The request that an answer belongs to: the last one of the same caller and operation before it. */
function requestOf(entries: readonly LedgerEntry[], answer: LedgerEntry): LedgerEntry[] {
  const request = entries.findLast(
    ({ seq, kind, by, operation }) =>
      kind === 'request' && seq < answer.seq && by === answer.by && operation === answer.operation,
  );
  return request ? [request] : [];
}

/**
 * The bot's calls until its last answer is stored; where there is none, until the next message of others reaches it or it
 * is asked to explain a text, for which it makes calls as well.
 */
function askedAfter(entries: readonly LedgerEntry[], arrival: LedgerEntry, answers: readonly Told[]): LedgerEntry[] {
  const stored = answers.findLast(({ entry }) => isStored(entry))?.entry.seq;
  const end = stored ?? Math.min(...[nextArrival(entries, arrival), nextExplaining(entries, arrival)].map(seqOrNever));
  return entries.filter(
    ({ seq, kind, by }) =>
      by === arrival.by && seq > arrival.seq && seq <= end && (kind === 'request' || kind === 'answer'),
  );
}

function nextArrival(entries: readonly LedgerEntry[], arrival: LedgerEntry): LedgerEntry | undefined {
  return entries
    .flatMap(toldBy)
    .find(
      ({ entry, message }) => entry.seq > arrival.seq && isToBot(entry, arrival) && message.createdBy.id !== arrival.by,
    )?.entry;
}

function nextExplaining(entries: readonly LedgerEntry[], arrival: LedgerEntry): LedgerEntry | undefined {
  return entries.find(({ seq, kind }) => kind === 'explain' && seq > arrival.seq);
}

function seqOrNever(entry: LedgerEntry | undefined): number {
  return entry?.seq ?? Number.POSITIVE_INFINITY;
}

function isToBot(entry: LedgerEntry, arrival: LedgerEntry): boolean {
  return isFrame(entry) && entry.by === arrival.by;
}
