const firstMs = 500;
const longestMs = 10_000;

/** How long to wait before try number `failures + 1`: doubling, at most ten seconds, half of it left to chance. */
export function retryDelayMs(failures: number, chance: () => number = Math.random): number {
  const longest = Math.min(longestMs, firstMs * 2 ** failures);
  return longest / 2 + chance() * (longest / 2);
}
