import type { ChannelId, MessageId, UserId } from '@botwright/protocol';
import { ControlRefused, control } from './control.js';
import type { Explanation } from './explanation.js';
import { activeRules, emptyBoard, type FaultBoard } from './fault-rules.js';
import { type LedgerEntry, readLedger } from './ledger.js';
import { messageOf } from './message-of.js';
import type { Recording } from './recording.js';
import { tabMemory } from './session.js';

const pollMs = 1000;

/** More rows make the page slow and help nobody; the ledger itself goes further back. */
const keptEntries = 1000;

export type InstrumentName = 'ledger' | 'trace' | 'faults' | 'clock' | 'record';

export interface ClockReading {
  /** Epoch milliseconds. */
  readonly now: number;
  readonly virtual: boolean;
}

type RecordState =
  | { readonly kind: 'none' }
  | { readonly kind: 'running'; readonly id: string }
  | { readonly kind: 'done'; readonly recording: Recording };

/** Who is talking on this page, and where. */
export interface Speaker {
  readonly userId: UserId;
  readonly name: string;
  readonly channelId: ChannelId;
  readonly placeName: string;
}

/** What a bot is to explain. */
export interface Question {
  readonly text: string;
  readonly userId: UserId;
  readonly channelId: ChannelId;
  /** Tells a question from the same one asked anew. */
  readonly asked: number;
}

/** Everything that the inspector shows. Plain data, replaced and never changed. */
export interface InstrumentState {
  readonly open: InstrumentName;
  readonly entries: readonly LedgerEntry[];
  readonly board: FaultBoard;
  /** What is written in the editors of rules and not saved yet, by the rule's id. */
  readonly drafts: ReadonlyMap<string, string>;
  readonly clock: ClockReading | undefined;
  readonly record: RecordState;
  /** The message whose consequences are looked at. */
  readonly tracedId: MessageId | undefined;
  /** Whether a bot says how it reads a text; taken for granted until it is asked. */
  readonly hasExplainer: boolean;
  /** Why the sandbox cannot be watched, if so. */
  readonly problem: string | undefined;
}

interface InstrumentsOptions {
  controlToken(): string | undefined;
  /** Whether more is looked at than the sign of active faults. */
  isWatched(): boolean;
  onChange(): void;
}

/** Watches the sandbox and steers it: its ledger, its faults, its clock and its recordings. */
export class Instruments {
  state: InstrumentState = {
    open: 'ledger',
    entries: [],
    board: emptyBoard,
    drafts: new Map(),
    clock: undefined,
    record: tabMemory.recordingId === undefined ? { kind: 'none' } : { kind: 'running', id: tabMemory.recordingId },
    tracedId: undefined,
    hasExplainer: true,
    problem: undefined,
  };

  private stopped = new AbortController();
  private enteredWith: string | undefined;
  private boardsAsked = 0;
  private lastChange: Promise<void> = Promise.resolve();

  constructor(private readonly options: InstrumentsOptions) {}

  begin(): void {
    this.stopped = new AbortController();
    void this.follow(this.stopped.signal);
  }

  end(): void {
    this.stopped.abort();
  }

  show(open: InstrumentName): void {
    this.change({ open });
  }

  trace(tracedId: MessageId): void {
    this.change({ open: 'trace', tracedId });
  }

  /**
   * Makes other fault rules of those that hold. Changes take turns, and each begins with what the sandbox then has: of
   * two that are asked for at once, or in two tabs, none takes back the other.
   *
   * @throws {ControlRefused} for rules that cannot be; those before them still hold.
   */
  changeRules(change: (board: FaultBoard) => readonly unknown[]): Promise<void> {
    return this.inTurn(async () => {
      const board = await this.control<FaultBoard>('GET', '/faults');
      await this.changeBoard('PUT', change(board));
    });
  }

  clearRules(): Promise<void> {
    return this.inTurn(() => this.changeBoard('DELETE'));
  }

  /** Keeps what is written in the editor of a rule, wherever that editor goes; `undefined` forgets it. */
  draftRule(id: string, text: string | undefined): void {
    const drafts = new Map(this.state.drafts);
    if (text === undefined) drafts.delete(id);
    else drafts.set(id, text);
    this.change({ drafts });
  }

  /** @throws {ControlRefused} where the clock is the machine's. */
  async advance(advanceMs: number): Promise<void> {
    this.change({ clock: await this.control<ClockReading>('POST', '/clock', { advanceMs }) });
  }

  async startRecording(): Promise<void> {
    const { id } = await this.control<{ id: string }>('POST', '/recordings', {});
    tabMemory.recordingId = id;
    this.change({ record: { kind: 'running', id } });
  }

  /** A recording that the sandbox does not know any more is over as well. */
  async stopRecording(id: string): Promise<void> {
    tabMemory.recordingId = undefined;
    this.change({ record: { kind: 'none' } });
    this.change({ record: { kind: 'done', recording: await this.control<Recording>('GET', `/recordings/${id}`) } });
  }

  /**
   * What the bot would make of a text; `undefined` when there is no bot to ask, which the state then says.
   *
   * @throws {ControlRefused} for a person or place that there is not, and with what the bot failed.
   */
  async explain({ text, userId, channelId }: Question): Promise<Explanation | undefined> {
    try {
      const body = { text, userId, channelId };
      return (await this.control<{ explanation: Explanation }>('POST', '/explain', body)).explanation;
    } catch (error) {
      if (!(error instanceof ControlRefused && error.code === 'NO_EXPLAINER')) throw error;
      this.change({ hasExplainer: false });
      return undefined;
    }
  }

  /** How many fault rules may strike yet. */
  get activeFaults(): number {
    return activeRules(this.state.board).length;
  }

  private async control<Answer>(method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: unknown) {
    return control<Answer>(this.enter(), method, path, body);
  }

  /** The way in. Another token is another sandbox: what is known of the last one is forgotten before this one is asked. */
  private enter(): string {
    const token = this.options.controlToken() ?? '';
    if (token === this.enteredWith) return token;
    this.enteredWith = token;
    this.boardsAsked += 1;
    this.change({ entries: [], board: emptyBoard, hasExplainer: true });
    return token;
  }

  private inTurn(act: () => Promise<void>): Promise<void> {
    const done = this.lastChange.then(act);
    // Who asked for it is told why it failed; the next change goes on.
    this.lastChange = done.catch(() => undefined);
    return done;
  }

  private async changeBoard(method: 'PUT' | 'DELETE', body?: unknown): Promise<void> {
    this.boardsAsked += 1;
    const board = await this.control<FaultBoard>(method, '/faults', body);
    // What was asked for meanwhile may have been read before the change, and come after it.
    this.boardsAsked += 1;
    this.change({ board });
  }

  private async follow(stopped: AbortSignal): Promise<void> {
    while (!stopped.aborted) {
      await this.look();
      await new Promise((resolve) => window.setTimeout(resolve, pollMs));
    }
  }

  private async look(): Promise<void> {
    if (this.options.controlToken() === undefined) return;
    try {
      await Promise.all([this.readBoard(), ...(this.options.isWatched() ? [this.readNews(), this.readClock()] : [])]);
      this.change({ problem: undefined });
    } catch (error) {
      this.change({ problem: messageOf(error) });
    }
  }

  /** What was read before a change of the board is no news after it. */
  private async readBoard(): Promise<void> {
    const asked = this.boardsAsked;
    const board = await this.control<FaultBoard>('GET', '/faults');
    const isSame = JSON.stringify(board) === JSON.stringify(this.state.board);
    if (asked === this.boardsAsked && !isSame) this.change({ board });
  }

  private async readClock(): Promise<void> {
    this.change({ clock: await this.control<ClockReading>('GET', '/clock') });
  }

  private async readNews(): Promise<void> {
    const token = this.enter();
    const before = this.state.entries.at(-1)?.seq ?? 0;
    const news = await readLedger(token, before);
    const isStale = token !== this.enteredWith || before !== (this.state.entries.at(-1)?.seq ?? 0);
    if (news.length > 0 && !isStale) this.change({ entries: [...this.state.entries, ...news].slice(-keptEntries) });
  }

  private change(change: Partial<InstrumentState>): void {
    const before = this.state;
    this.state = { ...before, ...change };
    const names = Object.keys(change) as (keyof InstrumentState)[];
    if (names.some((name) => before[name] !== this.state[name])) this.options.onChange();
  }
}
