import { distance } from 'fastest-levenshtein';
import { normaliseName } from './names.js';

/** One slip in three letters is a slip; more is another word. */
const lettersPerSlip = 3;

/** The candidates that a mistyped word most likely means: all that are equally near, none when nothing is near. */
export function nearestTo(word: string, candidates: Iterable<string>): string[] {
  const typed = normaliseName(word);
  let least = Math.max(1, Math.floor(typed.length / lettersPerSlip));
  let nearest: string[] = [];
  for (const candidate of candidates) {
    const name = normaliseName(candidate);
    if (Math.abs(name.length - typed.length) > least) continue;
    const slips = slipsBetween(typed, name);
    if (slips > least) continue;
    if (slips < least) nearest = [];
    least = slips;
    nearest.push(candidate);
  }
  return nearest;
}

/** Letters to add, leave out or change. The first two that changed places are one slip, the commonest there is. */
function slipsBetween(typed: string, name: string): number {
  let same = 0;
  while (same < typed.length && typed[same] === name[same]) same++;
  const isSwapped = same + 1 < typed.length && typed[same] === name[same + 1] && typed[same + 1] === name[same];
  const slips = distance(typed, name);
  return isSwapped ? Math.min(slips, 1 + distance(typed.slice(same + 2), name.slice(same + 2))) : slips;
}
