import { readFile } from 'node:fs/promises';
import type { ChannelId } from 'botwright';
import { z } from 'zod';
import { SnapshotUnusable } from './errors.js';
import type { Link } from './pairing.js';
import type { SnapshotSide } from './reconcile.js';
import { besideFile, replaceFile } from './replace-file.js';

const Snapshot = z.object({
  version: z.literal(1),
  channelId: z.string(),
  links: z.array(
    z.object({
      id: z.string(),
      createdAt: z.string(),
      fileText: z.string(),
      channelText: z.string(),
      completed: z.boolean(),
    }),
  ),
});

/** Readable by the bot alone: it holds what a private channel holds. */
const snapshotMode = 0o600;

/** What file and channel agreed on last, kept beside the file. */
export class SnapshotFile {
  readonly path: string;

  constructor(checklistPath: string) {
    this.path = besideFile(checklistPath, 'json');
  }

  /** What `reconcile` wants, for one channel. */
  of(channelId: ChannelId): SnapshotSide {
    return { read: () => this.read(channelId), write: (links) => this.write(channelId, links) };
  }

  /**
   * The links, in the order of the file's lines. There are none without a snapshot, and none in one of another channel.
   *
   * @throws {SnapshotUnusable} when somebody else wrote it.
   */
  async read(channelId: ChannelId): Promise<Link[]> {
    const text = await this.#text();
    if (text === undefined) return [];
    const snapshot = this.#parse(text);
    return snapshot.channelId === channelId ? snapshot.links : [];
  }

  /** @throws {SnapshotUnusable} when the folder takes no file. */
  async write(channelId: ChannelId, links: readonly Link[]): Promise<void> {
    const snapshot: z.input<typeof Snapshot> = { version: 1, channelId, links: [...links] };
    const text = `${JSON.stringify(snapshot, undefined, 1)}\n`;
    try {
      await replaceFile(this.path, { text, mode: snapshotMode });
    } catch (cause) {
      throw new SnapshotUnusable(this.path, 'unwritable', cause);
    }
  }

  async #text(): Promise<string | undefined> {
    try {
      return await readFile(this.path, 'utf8');
    } catch (cause) {
      if ((cause as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
      throw new SnapshotUnusable(this.path, 'unreadable', cause);
    }
  }

  #parse(text: string): z.output<typeof Snapshot> {
    try {
      return Snapshot.parse(JSON.parse(text));
    } catch (cause) {
      throw new SnapshotUnusable(this.path, 'unreadable', cause);
    }
  }
}
