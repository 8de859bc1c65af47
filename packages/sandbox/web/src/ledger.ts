/** One step the sandbox wrote down, or a line of the page's own (`kind` is `page`). Which members are there depends on `kind`. */
export interface LedgerEntry {
  readonly seq: number;
  /** Epoch milliseconds. */
  readonly at: number;
  readonly kind: string;
  /** The user id of whose call or connection it is. */
  readonly by?: string | null;
  readonly operation?: string | null;
  readonly event?: string;
  readonly method?: string;
  readonly path?: string;
  readonly status?: number;
  readonly code?: number;
  /** The id of the fault rule that touched it. */
  readonly fault?: string;
  /** Why the page does not show what the step brought. */
  readonly problem?: string;
  readonly [member: string]: unknown;
}

/** The ledger could not be read. */
class LedgerUnavailable extends Error {
  override readonly name = 'LedgerUnavailable';
}

/**
 * Reads what was written down after step `after`.
 *
 * @throws {LedgerUnavailable} when the sandbox refuses or does not answer.
 */
export async function readLedger(controlToken: string, after: number): Promise<LedgerEntry[]> {
  const headers = { 'x-sandbox-token': controlToken };
  const reply = await fetch(`/_sandbox/ledger?after=${after}`, { headers, cache: 'no-store' }).catch((cause) => {
    throw new LedgerUnavailable('The ledger cannot be read: the sandbox does not answer.', { cause });
  });
  if (!reply.ok) throw new LedgerUnavailable(`The sandbox refused to show its ledger (${reply.status}).`);
  const lines = (await reply.text()).split('\n').filter((line) => line !== '');
  return lines.map((line) => JSON.parse(line) as LedgerEntry);
}

/** What a step is called in a list. */
export function titleOf({ kind, operation, event, method, path, problem }: LedgerEntry): string {
  if (problem !== undefined) return `ignored ${event ?? kind}: ${problem}`;
  return operation ?? event ?? (path === undefined ? kind : `${method ?? ''} ${path}`.trim());
}

/** What to show of the ledger; what is empty leaves nothing out. */
export interface LedgerFilter {
  /** Words that all stand somewhere in the step, or in the name of whose it is. */
  readonly text: string;
  readonly kind: string;
  /** A user id. */
  readonly by: string;
}

export const emptyFilter: LedgerFilter = { text: '', kind: '', by: '' };

/** @param name - of whose call or connection the step is. */
export function matchesFilter(entry: LedgerEntry, { text, kind, by }: LedgerFilter, name: string): boolean {
  if ((kind !== '' && !isOfKind(entry, kind)) || (by !== '' && by !== entry.by)) return false;
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return true;
  const searched = `${JSON.stringify(entry)} ${name}`.toLowerCase();
  return words.every((word) => searched.includes(word));
}

/** The kinds by which a reader tells steps apart, by what they are called. */
export const ledgerKinds: Readonly<Record<string, string>> = {
  calls: 'Requests and answers',
  frames: 'Frames',
  connections: 'Connections',
  faults: 'Struck by a fault',
  other: 'Everything else',
};

const kindsOfEntries: Readonly<Record<string, string>> = {
  request: 'calls',
  answer: 'calls',
  'frame-in': 'frames',
  'frame-out': 'frames',
  open: 'connections',
  close: 'connections',
  refuse: 'connections',
};

function isOfKind({ kind, fault }: LedgerEntry, wanted: string): boolean {
  return wanted === 'faults' ? fault !== undefined : (kindsOfEntries[kind] ?? 'other') === wanted;
}
