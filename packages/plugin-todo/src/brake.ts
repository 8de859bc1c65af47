import type { Row } from './merge.js';

/** A run that would delete or complete more than somebody is likely to have meant. Nothing was written. */
export interface Braked {
  /** How many items it would delete or complete. */
  readonly drastic: number;
  readonly of: number;
}

const alwaysAllowed = 5;
const allowedShare = 0.2;

/** Whether a run has to be confirmed: it would delete or complete more than five items and more than a fifth of all. */
export function brakeOn(rows: readonly Row[]): Braked | undefined {
  const drastic = rows.filter(({ agreed, line, item }) => {
    if (agreed === undefined) return true;
    return agreed.completed && (line?.completed === false || item?.completed === false);
  }).length;
  const allowed = Math.max(alwaysAllowed, allowedShare * rows.length);
  return drastic > allowed ? { drastic, of: rows.length } : undefined;
}
