import { BotwrightError, type Client } from 'botwright';
import type { SyncReport } from './todo-sync.js';

/** Says in the log what the runs do, and each trouble once for as long as it lasts. */
export class SyncLog {
  #lastTrouble: string | undefined;

  constructor(private readonly log: Client['log']) {}

  tell(report: SyncReport): void {
    if (report.outcome === 'overtaken') return;
    if (report.outcome === 'done') this.#tellChanges(report);
    const trouble = troubleOf(report);
    if (trouble === this.#lastTrouble) return;
    if (trouble === undefined) this.log.info('to-do sync: in step again');
    else this.#warn(report);
    this.#lastTrouble = trouble;
  }

  #tellChanges({ beginsAnew, inFile, inChannel, conflicts }: Extract<SyncReport, { outcome: 'done' }>): void {
    if (beginsAnew) this.log.warn('to-do sync: the channel holds another list than before; linked anew by the texts');
    if (inFile + inChannel > 0) this.log.info({ inFile, inChannel }, 'to-do sync: brought file and channel together');
    if (conflicts.length > 0) {
      this.log.warn({ conflicts }, 'to-do sync: edited on both sides at once; both texts are kept, as two items');
    }
  }

  #warn(report: SyncReport): void {
    if (report.outcome === 'braked') {
      const { drastic, of } = report;
      this.log.warn({ drastic, of }, 'to-do sync: stopped before deleting or completing so many items; confirm it');
    } else if (report.outcome === 'stopped') {
      this.log.warn({ err: report.failure }, 'to-do sync: stopped');
    } else if (report.outcome === 'done') {
      const [err] = report.failures;
      this.log.warn({ err, failures: report.failures.length }, 'to-do sync: the channel did not take everything');
    }
  }
}

function troubleOf(report: SyncReport): string | undefined {
  if (report.outcome === 'braked') return 'braked';
  if (report.outcome === 'stopped') return `stopped ${keyOf(report.failure)}`;
  if (report.outcome === 'done' && report.failures.length > 0) return `refused ${keyOf(report.failures[0])}`;
  return undefined;
}

function keyOf(failure: unknown): string {
  return failure instanceof BotwrightError ? `${failure.code} ${failure.message}` : String(failure);
}
