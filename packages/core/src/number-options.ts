import { OptionInvalid } from './errors.js';

/** What a timer can be set to. */
export const longestTimerMs = 2 ** 31 - 1;

/** Which options of a group set timers, and which may be 0. */
export interface NumberKinds {
  readonly timers?: readonly string[];
  /** Those for which `Infinity` means no timer. */
  readonly endless?: readonly string[];
  /** Those for which 0 means not at all. */
  readonly zeros?: readonly string[];
}

/**
 * Refuses numbers of a group of options that cannot work: each has to be above 0, and those of timers no more than one
 * can be set to. The group is said in front of an option's name, unless it is empty.
 * @throws {OptionInvalid}
 */
export function checkNumbers(
  group: string,
  numbers: object,
  { timers = [], endless = [], zeros = [] }: NumberKinds = {},
): void {
  for (const [name, value] of Object.entries(numbers)) {
    const option = group === '' ? name : `${group}.${name}`;
    checkLeast(option, value, zeros.includes(name));
    if (value <= longestTimerMs) continue;
    if (timers.includes(name)) throw new OptionInvalid(option, value, `${longestTimerMs} at most`);
    if (endless.includes(name) && value !== Number.POSITIVE_INFINITY) {
      throw new OptionInvalid(option, value, `${longestTimerMs} at most, or Infinity`);
    }
  }
}

function checkLeast(option: string, value: unknown, mayBeZero: boolean): void {
  const least = mayBeZero ? '0 or above' : 'above 0';
  // A text such as '5' is above 0 as well, and is joined where it should be added.
  if (typeof value !== 'number') throw new OptionInvalid(option, value, `a number ${least}`);
  if (!(value > 0 || (mayBeZero && value === 0))) throw new OptionInvalid(option, value, least);
}
