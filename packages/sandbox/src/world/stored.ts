import { Announcement, Application, DirectMessage, Emoji, UserId } from '@botwright/protocol';
import { z } from 'zod';

/** An announcement as it is kept: its author by id, so that an answer shows the author of that moment. */
export const StoredAnnouncement = Announcement.extend({ createdBy: UserId });
export type StoredAnnouncement = z.output<typeof StoredAnnouncement>;

/** An application as it is kept: who wants to join, by id. */
export const StoredApplication = Application.extend({ submittedBy: UserId });
export type StoredApplication = z.output<typeof StoredApplication>;

/** A question of a team's form, as whoever applies is asked it. */
interface ApplicationQuestion {
  readonly id: string;
  readonly question: string;
  readonly type: string;
  readonly optional: boolean;
  readonly options: readonly string[];
}

/** What a team asks of those who want to join, and whether they may ask at all. */
export interface ApplicationForm {
  readonly isOpen: boolean;
  readonly description: string;
  readonly questions: readonly ApplicationQuestion[];
}

/** A private conversation as it is kept; its messages stand under its channel's id, as those of a text channel do. */
export const StoredDirectMessage = DirectMessage.omit({ lastMessage: true });
export type StoredDirectMessage = z.output<typeof StoredDirectMessage>;

/** A custom reaction as it is kept: its image by the name of the file, since the sandbox goes by several hosts. */
export const StoredEmoji = Emoji.omit({ url: true }).extend({ fileName: z.string() });
export type StoredEmoji = z.output<typeof StoredEmoji>;

/** What somebody uploaded. */
export interface StoredFile {
  readonly contentType: string;
  readonly bytes: Buffer;
}
