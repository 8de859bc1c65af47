import { type ArgumentType, argumentType } from './argument-type.js';
import { PatternPlace, PatternSearches } from './pattern-places.js';
import type { PatternMatch } from './pattern-thread.js';
import { ArgumentRefused } from './problems.js';

export type { PatternMatch };

const longestPattern = 500;

/** For every pattern of the process. */
const searches = new PatternSearches();

/**
 * A regular expression that somebody wrote. It runs beside the bot, in a thread of its own, and is stopped when it takes
 * longer than it may, however it is written; its matches are plain data.
 */
export class WrittenPattern {
  /**
   * @param budgetMs - How long one match may take, at least 1.
   * @throws {SyntaxError} when there is no such expression.
   */
  constructor(
    readonly source: string,
    readonly flags: string,
    readonly budgetMs: number,
    /** Its searches wait behind those of others in the same place; its own when it is left out. */
    private readonly place = new PatternPlace(),
  ) {
    // This only reads it: an expression is compiled and run by its first search.
    new RegExp(source, flags);
  }

  /** Whether a match took too long within the last minute, so that the next one may take its time too. */
  get isSuspect(): boolean {
    return this.place.isSuspect;
  }

  /**
   * The first match.
   *
   * @returns `undefined` when nothing matches, `'too-slow'` when it has found no answer within `budgetMs`, or waited for
   * more than a second behind others of its own that did not.
   */
  match(text: string): Promise<PatternMatch | 'too-slow' | undefined> {
    const { source, flags, budgetMs, place } = this;
    return searches.search(place, { source, flags, text }, budgetMs);
  }

  toString(): string {
    return `/${this.source}/${this.flags}`;
  }
}

/**
 * A regular expression of the person who calls: `/ab+c/i`, or the pattern alone.
 *
 * @param budgetMs - How long one match of it may take, at least 1.
 */
export function regex({ budgetMs = 40 }: { readonly budgetMs?: number } = {}): ArgumentType<WrittenPattern> {
  return argumentType({
    name: 'regex',
    parse(written, { author }) {
      const [, source, flags] = /^\/(.+)\/([imsu]{0,4})$/s.exec(written) ?? [undefined, written, ''];
      if (!source || flags === undefined || source.length > longestPattern) throw new ArgumentRefused('regex');
      try {
        return new WrittenPattern(source, flags, budgetMs, placeOf(author.id));
      } catch (error) {
        if (!(error instanceof SyntaxError)) throw error;
        throw new ArgumentRefused('regex');
      }
    },
    sample: (random) => random.pick(['/ab+c/i', '^a|b$', '/(a+)+$/']),
    counterexample: (random) => random.pick(['(', '/[/', '*', '']),
  });
}

const mostRemembered = 1_000;
const places = new Map<string, PatternPlace>();

/** The place of all that one person writes, so that nobody else waits behind it; of whoever wrote last. */
function placeOf(personId: string): PatternPlace {
  const place = places.get(personId) ?? new PatternPlace();
  places.delete(personId);
  places.set(personId, place);
  const [longestAgo] = places.keys();
  if (places.size > mostRemembered && longestAgo !== undefined) places.delete(longestAgo);
  return place;
}
