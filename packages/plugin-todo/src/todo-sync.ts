import { resolve } from 'node:path';
import { type ChannelId, Client, inject, type TodoId } from 'botwright';
import { ApiChannel } from './api-channel.js';
import type { ItemState } from './checklist.js';
import { ChecklistFile } from './checklist-file.js';
import { watchFile } from './file-watch.js';
import { LastAgreement } from './last-agreement.js';
import { ResolvedOptions } from './options.js';
import { type Reconciled, reconcile } from './reconcile.js';
import { SnapshotFile } from './snapshot.js';
import { SyncLog } from './sync-log.js';
import { TodoChannels } from './todo-channels.js';

/** How a run ended: as `reconcile` says, or not at all. */
export type SyncReport = Reconciled | { readonly outcome: 'stopped'; readonly failure: unknown };

interface LinkedFile {
  readonly file: ChecklistFile;
  readonly snapshot: SnapshotFile;
}

function linkedFile(path: string): LinkedFile {
  return { file: new ChecklistFile(path), snapshot: new SnapshotFile(path) };
}

type Timer = ReturnType<Client['clock']['setTimeout']>;

/** An editor that saves writes more than once; so does somebody who ticks off several items. */
const quietMs = 250;

/** Keeps the to-do channel and the checklist file in step. Without a file in the options it does nothing. */
export class TodoSync {
  readonly #linked: LinkedFile | undefined;
  readonly #clock: Client['clock'];
  readonly #log: SyncLog;
  readonly #stopping = new AbortController();
  readonly #touched = new Map<TodoId, ItemState | undefined>();
  readonly #deleted = new Set<TodoId>();
  #agreement = new LastAgreement(undefined, []);
  #channelId: ChannelId | undefined;
  #endWatch: (() => void) | undefined;
  #lookTimer: Timer | undefined;
  #pollTimer: Timer | undefined;
  #runs: Promise<unknown> = Promise.resolve();

  constructor(
    @inject(ResolvedOptions) private readonly options: ResolvedOptions,
    @inject(Client) private readonly client: Client,
    @inject(TodoChannels) private readonly channels: TodoChannels,
  ) {
    const { file: path } = options;
    if (path !== undefined) this.#linked = linkedFile(resolve(path));
    this.#clock = client.clock;
    this.#log = new SyncLog(client.log);
  }

  /** The channel that the file is kept in step with, once it was found. */
  get channelId(): ChannelId | undefined {
    return this.#channelId;
  }

  /** Compares file and channel after READY, since what happened before it was not told, and watches them from then on. */
  async ready(): Promise<void> {
    if (this.#linked === undefined) return;
    this.#endWatch ??= watchFile(this.#linked.file.path, {
      changed: () => this.#lookSoon(),
      failed: (err) =>
        this.client.log.warn({ err }, 'to-do sync: the file is not watched, only looked at now and then'),
    });
    this.#channelId = undefined;
    await this.sync();
  }

  /** Ends the watch, gives up the calls that are under way, and waits for their run. */
  async stop(): Promise<void> {
    this.#stopping.abort(new Error('The bot stops.'));
    this.#endWatch?.();
    this.#clock.clearTimeout(this.#lookTimer);
    this.#clock.clearTimeout(this.#pollTimer);
    await this.#runs;
  }

  /** Hears that an item of a channel is now like this, or gone. */
  notice(channelId: ChannelId, id: TodoId, state: ItemState | undefined): void {
    if (channelId !== this.#channelId) return;
    this.#touched.set(id, state);
    if (state === undefined) this.#deleted.add(id);
    this.#lookSoon();
  }

  /**
   * Compares file and channel and brings them together; one run at a time.
   *
   * @param options - `confirmed` lets a run delete and complete as many items as it wants.
   * @returns How the run ended; `undefined` without a file.
   */
  sync({ confirmed = false }: { readonly confirmed?: boolean } = {}): Promise<SyncReport | undefined> {
    const linked = this.#linked;
    if (linked === undefined) return Promise.resolve(undefined);
    const run = this.#runs.then(() => this.#run(linked, confirmed));
    this.#runs = run;
    return run;
  }

  async #run(linked: LinkedFile, confirmed: boolean): Promise<SyncReport> {
    const report = await this.#attempt(linked, confirmed);
    if (this.#stopping.signal.aborted) return report;
    this.#log.tell(report);
    if (report.outcome === 'done') this.#agreement = new LastAgreement(report.text, report.links);
    if (report.outcome === 'overtaken') this.#lookSoon();
    // Perhaps the channel was deleted and made again.
    if (report.outcome === 'stopped') this.#channelId = undefined;
    this.#clock.clearTimeout(this.#pollTimer);
    this.#pollTimer = this.#clock.setTimeout(() => void this.sync(), this.options.pollMs);
    return report;
  }

  async #attempt({ file, snapshot }: LinkedFile, confirmed: boolean): Promise<SyncReport> {
    try {
      const { signal } = this.#stopping;
      signal.throwIfAborted();
      this.#channelId ??= await this.channels.only();
      const channelId = this.#channelId;
      const channel = new ApiChannel(this.client.api, channelId, signal);
      const deleted = new Set(this.#deleted);
      const report = await reconcile({ channel, file, snapshot: snapshot.of(channelId) }, { confirmed, deleted });
      if (report.outcome === 'done') for (const id of deleted) this.#deleted.delete(id);
      return report;
    } catch (failure) {
      return { outcome: 'stopped', failure };
    }
  }

  #lookSoon(): void {
    if (this.#stopping.signal.aborted || this.#lookTimer !== undefined) return;
    this.#lookTimer = this.#clock.setTimeout(() => {
      this.#lookTimer = undefined;
      void this.#look();
    }, quietMs);
  }

  async #look(): Promise<void> {
    await this.#runs;
    if (await this.#hasNews()) await this.sync();
  }

  async #hasNews(): Promise<boolean> {
    const touched = [...this.#touched];
    this.#touched.clear();
    if (touched.some(([id, state]) => !this.#agreement.saysOfItem(id, state))) return true;
    try {
      return !this.#agreement.saysOfFile(await this.#linked?.file.read());
    } catch {
      // The run meets the same trouble, and tells it.
      return true;
    }
  }
}
