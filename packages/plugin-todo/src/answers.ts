import { asWritten, type BotwrightError, type CommandContext, limits, type TodoItem } from 'botwright';
import { ChecklistUnusable, SnapshotUnusable, TodoChannelUnclear } from './errors.js';
import { fitItem, oneLine } from './item-text.js';
import { explainRefusal, TodoRefused } from './refusals.js';
import type { Entry } from './todo-list.js';
import type { SyncReport } from './todo-sync.js';

/** Answers a command with what its act says, or with why it was refused. */
export async function replyWith(context: CommandContext, act: () => Promise<string>): Promise<void> {
  await context.reply(await answerOf(act, context.prefix));
}

async function answerOf(act: () => Promise<string>, prefix: string): Promise<string> {
  try {
    return await act();
  } catch (failure) {
    if (failure instanceof TodoRefused) return explainRefusal(failure.refusal, prefix);
    throw failure;
  }
}

/** An item as people read it. */
export function lineOf({ number, item }: Entry): string {
  return `${number}. ${item.completed ? '☑' : '☐'} ${shortText(item)}`;
}

/** What an item says, on one line, no longer than the service is known to take, and without formatting anything. */
export function shortText({ content }: TodoItem): string {
  return asWritten(fitItem(oneLine(content)));
}

/** Sending puts an invisible character into each mention; this much room is kept for those. */
const roomForMentions = 200;

/** As many lines as a message holds below its first, and how many were left out. */
export function fitLines(head: string, lines: readonly string[]): string {
  const most = limits.messageContentLength.value - roomForMentions;
  let text = head;
  for (const [index, line] of lines.entries()) {
    const more = `\n… and ${lines.length - index} more`;
    if (text.length + line.length + 1 + more.length > most) return text + more;
    text += `\n${line}`;
  }
  return text;
}

/** What a run of the sync did, for people. Paths are none of theirs. */
export function explainSync(report: SyncReport | undefined, prefix: string): string {
  switch (report?.outcome) {
    case undefined:
      return 'No file is kept in step with this channel.';
    case 'overtaken':
      return 'The file was being changed just now. I will look at it again.';
    case 'braked':
      return (
        `This would delete or complete ${report.drastic} of ${report.of} items, so I stopped before doing anything. ` +
        `If that is what you want: ${prefix}todo sync --yes`
      );
    case 'stopped':
      return explainStop(report.failure);
    case 'done':
      return explainDone(report);
  }
}

function explainStop(failure: unknown): string {
  if (isForPeople(failure)) return failure.message;
  return 'The sync could not run. The log says why.';
}

/** Whether an error's message names what somebody can do, and nothing that is none of theirs. */
function isForPeople(failure: unknown): failure is BotwrightError {
  return [ChecklistUnusable, SnapshotUnusable, TodoChannelUnclear].some((kind) => failure instanceof kind);
}

function explainDone({ inFile, inChannel, conflicts, failures }: Extract<SyncReport, { outcome: 'done' }>): string {
  const changes = inFile + inChannel;
  const sentences = [
    changes === 0 ? 'Channel and file say the same.' : `Changed: ${inChannel} here, ${inFile} in the file.`,
  ];
  if (conflicts.length > 0) sentences.push(`Edited on both sides, so I kept both texts: ${conflicts.length}.`);
  if (failures.length > 0) sentences.push('Some changes were not taken here; I will try them again.');
  return sentences.join(' ');
}
