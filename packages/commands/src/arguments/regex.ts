import { type ArgumentType, argumentType } from './argument-type.js';
import { type PatternMatch, PatternThread } from './pattern-thread.js';
import { ArgumentRefused } from './problems.js';

export type { PatternMatch };

const longestPattern = 500;

/** For every pattern of the process. */
const thread = new PatternThread();

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
  ) {
    // This only reads it: an expression is compiled and run by its first search.
    new RegExp(source, flags);
  }

  /**
   * The first match.
   *
   * @returns `undefined` when nothing matches, `'too-slow'` when it has found no answer within `budgetMs`.
   */
  match(text: string): Promise<PatternMatch | 'too-slow' | undefined> {
    const { source, flags, budgetMs } = this;
    return thread.search({ source, flags, text }, budgetMs);
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
    parse(written) {
      const [, source, flags] = /^\/(.+)\/([imsu]{0,4})$/s.exec(written) ?? [undefined, written, ''];
      if (!source || flags === undefined || source.length > longestPattern) throw new ArgumentRefused('regex');
      try {
        return new WrittenPattern(source, flags, budgetMs);
      } catch (error) {
        if (!(error instanceof SyntaxError)) throw error;
        throw new ArgumentRefused('regex');
      }
    },
    sample: (random) => random.pick(['/ab+c/i', '^a|b$', '/(a+)+$/']),
    counterexample: (random) => random.pick(['(', '/[/', '*', '']),
  });
}
