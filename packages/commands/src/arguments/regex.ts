import { createContext, Script } from 'node:vm';
import { type ArgumentType, argumentType } from './argument-type.js';
import { ArgumentRefused } from './problems.js';

const longestPattern = 500;

/** One match: where it begins, and what the whole and each group matched. */
export interface PatternMatch {
  readonly index: number;
  readonly groups: readonly (string | null)[];
}

/**
 * A regular expression that somebody wrote. It is stopped when it takes longer than it may, however it is written, so
 * that no pattern holds up the bot; its matches are plain data.
 */
export class WrittenPattern {
  private static readonly world = createContext(Object.create(null), {
    codeGeneration: { strings: false, wasm: false },
  });

  constructor(
    readonly source: string,
    readonly flags: string,
    readonly budgetMs: number,
  ) {}

  /**
   * The first match.
   *
   * @returns `undefined` when nothing matches, `'too-slow'` when there was no answer within `budgetMs`.
   */
  match(text: string): PatternMatch | 'too-slow' | undefined {
    const [source, flags, input] = [this.source, this.flags, text].map((part) => JSON.stringify(part));
    const body = `const found = new RegExp(${source}, ${flags}).exec(${input}); found && JSON.stringify([found.index, ...found])`;
    try {
      const found: unknown = new Script(`{ ${body} }`).runInContext(WrittenPattern.world, { timeout: this.budgetMs });
      if (typeof found !== 'string') return undefined;
      const [index, ...groups] = JSON.parse(found) as [number, ...(string | null)[]];
      return { index, groups };
    } catch (error) {
      if (isTimeout(error)) return 'too-slow';
      throw error;
    }
  }

  toString(): string {
    return `/${this.source}/${this.flags}`;
  }
}

function isTimeout(error: unknown): boolean {
  return (
    typeof error === 'object' && error !== null && 'code' in error && error.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT'
  );
}

/**
 * A regular expression of the person who calls: `/ab+c/i`, or the pattern alone.
 *
 * @param budgetMs - How long one match of it may take, at least 1.
 */
export function regex({ budgetMs = 20 }: { readonly budgetMs?: number } = {}): ArgumentType<WrittenPattern> {
  return argumentType({
    name: 'regex',
    parse(written) {
      const [, source, flags] = /^\/(.+)\/([imsu]{0,4})$/s.exec(written) ?? [undefined, written, ''];
      if (!source || flags === undefined || source.length > longestPattern) throw new ArgumentRefused('regex');
      const pattern = new WrittenPattern(source, flags, budgetMs);
      checkSyntax(pattern);
      return pattern;
    },
    sample: (random) => random.pick(['/ab+c/i', '^a|b$', '/(a+)+$/']),
    counterexample: (random) => random.pick(['(', '/[/', '*', '']),
  });
}

function checkSyntax(pattern: WrittenPattern): void {
  try {
    pattern.match('');
  } catch (error) {
    // The error comes from another world, whose SyntaxError is not this one's.
    if (error instanceof Object && 'name' in error && error.name !== 'SyntaxError') throw error;
    throw new ArgumentRefused('regex');
  }
}
