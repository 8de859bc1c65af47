import { OptionInvalid } from './errors.js';

/** What a timer can be set to. */
export const longestTimerMs = 2 ** 31 - 1;

/** Which options of a group set timers. */
export interface TimerOptions {
  readonly timers?: readonly string[];
  /** Those for which `Infinity` means no timer. */
  readonly endless?: readonly string[];
}

/**
 * Refuses numbers of a group of options that cannot work: each has to be above 0, and those of timers no more than one
 * can be set to.
 */
export function checkNumbers(group: string, numbers: object, { timers = [], endless = [] }: TimerOptions = {}): void {
  for (const [name, value] of Object.entries(numbers)) {
    const option = `${group}.${name}`;
    // A text such as '5' is above 0 as well, and is joined where it should be added.
    if (typeof value !== 'number') throw new OptionInvalid(option, value, 'a number above 0');
    if (!(value > 0)) throw new OptionInvalid(option, value, 'above 0');
    if (value <= longestTimerMs) continue;
    if (timers.includes(name)) throw new OptionInvalid(option, value, `${longestTimerMs} at most`);
    if (endless.includes(name) && value !== Number.POSITIVE_INFINITY) {
      throw new OptionInvalid(option, value, `${longestTimerMs} at most, or Infinity`);
    }
  }
}
