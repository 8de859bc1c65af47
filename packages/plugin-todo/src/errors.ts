import { basename } from 'node:path';
import { BotwrightError } from 'botwright';

export type ChecklistProblem =
  /** It was there before. */
  | 'missing'
  /** It had items before, and now holds nothing at all. */
  | 'empty'
  /** A symbolic link, a directory, a device, a pipe. */
  | 'not-a-file'
  | 'too-large'
  /** Not UTF-8. */
  | 'not-text'
  | 'unreadable'
  | 'unwritable';

const explanations = {
  missing: 'is not there any more. Put it back, or remove the snapshot beside it to begin anew',
  empty: 'had items and is empty now. Put its text back, or remove the snapshot beside it to begin anew',
  'not-a-file': 'is no regular file. Give the path of the file itself, not of a link, a directory or a device',
  'too-large': 'is larger than 1 MiB. Give a smaller file',
  'not-text': 'is not UTF-8 text. Save it as UTF-8',
  unreadable: 'cannot be read. Look at its permissions and at the cause',
  unwritable: 'cannot be written. Look at the permissions of its folder, the space on the disk, and the cause',
} as const satisfies Record<ChecklistProblem, string>;

/** The checklist file cannot be used as it is. Neither the file nor the channel was changed. */
export class ChecklistUnusable extends BotwrightError {
  readonly code = 'CHECKLIST_UNUSABLE';

  constructor(
    readonly path: string,
    readonly problem: ChecklistProblem,
    cause?: unknown,
  ) {
    super(`The checklist ${basename(path)} ${explanations[problem]}.`, { cause });
  }
}

export type SnapshotProblem =
  /** Nobody can say which side changed, so nothing was. */
  | 'unreadable'
  /** The sides were brought together all the same; the next run finds them so. */
  | 'unwritable';

const snapshotExplanations = {
  unreadable:
    'cannot be used. Remove it to link file and channel anew by their texts; what was deleted on one side since the ' +
    'last sync then comes back',
  unwritable: explanations.unwritable,
} as const satisfies Record<SnapshotProblem, string>;

/** The snapshot beside the checklist, which holds what both sides agreed on last, cannot be used. */
export class SnapshotUnusable extends BotwrightError {
  readonly code = 'SNAPSHOT_UNUSABLE';

  constructor(
    readonly path: string,
    readonly problem: SnapshotProblem,
    cause: unknown,
  ) {
    super(`The snapshot ${basename(path)} ${snapshotExplanations[problem]}.`, { cause });
  }
}

/** The to-do channel that a file is to be kept in step with is not there, or is not the only one. */
export class TodoChannelUnclear extends BotwrightError {
  readonly code = 'TODO_CHANNEL_UNCLEAR';

  constructor(
    readonly channel: string,
    /** How many to-do channels are so called, over all teams of the bot. */
    readonly found: number,
  ) {
    super(
      found === 0
        ? `No to-do channel that the bot can see is called ${channel}. Create it, or name another in the options.`
        : `${found} to-do channels are called ${channel}. Give the id of the one you mean in the options.`,
    );
  }
}
