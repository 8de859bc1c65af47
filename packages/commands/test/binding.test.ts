import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  Arg,
  boolean,
  Command,
  type Duration,
  duration,
  Flag,
  InputRefused,
  integer,
  Option,
  oneOf,
  Rest,
  text,
} from '../src/index.js';
import { goldenLines } from './support/golden-lines.js';
import { TestTeam } from './support/team.js';

let last: object | undefined;

class Recorded {
  run(): void {
    last = { ...this };
  }
}

@Command({ name: 'remind', summary: 'Say something back later.' })
class Remind extends Recorded {
  @Arg(duration(), 'how long to wait') after!: Duration;
  @Flag('also tell the log channel', { short: 'l', name: 'log-it' }) logIt = false;
  @Option(integer(), 'how often', { short: 'n' }) times?: number;
  @Rest(text({ max: 500 }), 'what to say') what!: string;
}

@Command({ name: 'move', summary: 'Go somewhere.' })
class Move extends Recorded {
  @Arg(integer(), 'east') x!: number;
  @Arg(integer().default(7), 'north') y!: number;
  @Arg(oneOf('walk', 'run').optional(), 'how') pace?: 'walk' | 'run';
  @Flag('quietly', { short: 'q' }) quiet!: boolean;
  @Flag('with a map', { short: 'm' }) map = true;
  @Option(boolean(), 'with friends') friends = true;
  @Option(text().default('none'), 'what to carry') load!: string;
}

@Command({ name: 'say', summary: 'Say something.' })
class Say extends Recorded {
  @Rest(text().optional(), 'what') what?: string;
}

async function bind(content: string): Promise<unknown> {
  last = undefined;
  const team = new TestTeam();
  const invocation = await team.says(team.commands([Remind, Move, Say]), content);
  if (invocation?.outcome !== 'refused') return last;
  expect(invocation.error).toBeInstanceOf(InputRefused);
  const { problem, place } = invocation.error as InputRefused;
  return { ...problem, at: content.slice(place.start, place.end), for: place.argument };
}

const moved = { quiet: false, map: true, friends: true, load: 'none', pace: undefined };

describe('binding arguments to fields', () => {
  test('gives each field what was written for it', async () => {
    expect(await bind('!remind 10m tea')).toMatchObject({ after: { ms: 600_000 }, logIt: false, what: 'tea' });
  });

  test('gives the rest as it is written, with line breaks, quotes and what looks like options', async () => {
    expect(await bind('!remind 10m  "tea" --log-it\n  and `cake`  \n')).toMatchObject({
      what: '"tea" --log-it\n  and `cake`',
      logIt: false,
    });
  });

  test('reads options that stand before the rest', async () => {
    expect(await bind('!remind --log-it 10m -n 3 tea')).toMatchObject({ logIt: true, times: 3, what: 'tea' });
  });

  test('takes everything behind -- as words', async () => {
    expect(await bind('!remind 10m -- --log-it')).toMatchObject({ logIt: false, what: '--log-it' });
  });

  test('takes a rest of more words than a line of arguments may have', async () => {
    const what = 'word '.repeat(700).trim();
    expect(await bind(`!say ${what}`)).toEqual({ what });
  });

  test.each([
    ['!move 1', { ...moved, x: 1, y: 7 }],
    ['!move -1 -2 RUN', { ...moved, x: -1, y: -2, pace: 'run' }],
    ['!move "1" “2”', { ...moved, x: 1, y: 2 }],
    ['!move 1 -q', { ...moved, x: 1, y: 7, quiet: true }],
    ['!move 1 —quiet', { ...moved, x: 1, y: 7, quiet: true }],
    ['!move 1 --QUIET', { ...moved, x: 1, y: 7, quiet: true }],
    ['!move 1 -qm', { ...moved, x: 1, y: 7, quiet: true }],
    ['!move 1 --no-map', { ...moved, x: 1, y: 7, map: false }],
    ['!move 1 --map=off', { ...moved, x: 1, y: 7, map: false }],
    ['!move 1 --friends no', { ...moved, x: 1, y: 7, friends: false }],
    ['!move 1 --load="a b"', { ...moved, x: 1, y: 7, load: 'a b' }],
    ['!move --load -5 1', { ...moved, x: 1, y: 7, load: '-5' }],
  ])('reads %j', async (content, fields) => {
    expect(await bind(content)).toEqual(fields);
  });

  test.each([
    ['!move', { code: 'ARGUMENT_MISSING', at: '', for: 'x' }],
    ['!move 1 2 run 3', { code: 'ARGUMENT_UNEXPECTED', at: '3', for: undefined }],
    ['!move one', { code: 'NOT_WANTED', wanted: 'integer', at: 'one', for: 'x' }],
    ['!move "one two"', { code: 'NOT_WANTED', wanted: 'integer', at: '"one two"', for: 'x' }],
    ['!move 1 --quit', { code: 'OPTION_UNKNOWN', near: ['quiet'], at: '--quit', for: '--quit' }],
    ['!move 1 -x', { code: 'OPTION_UNKNOWN', near: [], at: '-x', for: '-x' }],
    ['!move 1 --no-load', { code: 'OPTION_UNKNOWN', near: [], at: '--no-load', for: '--no-load' }],
    ['!move 1 --load', { code: 'OPTION_VALUE_MISSING', at: '--load', for: '--load' }],
    ['!move 1 --load --quiet', { code: 'OPTION_VALUE_MISSING', at: '--load', for: '--load' }],
    ['!move 1 -qq', { code: 'OPTION_REPEATED', at: '-qq', for: '--quiet' }],
    ['!move 1 --map --no-map', { code: 'OPTION_REPEATED', at: '--no-map', for: '--map' }],
    ['!move 1 --quiet=maybe', { code: 'NOT_WANTED', wanted: 'boolean', at: 'maybe', for: '--quiet' }],
    ['!remind 1h -nl 3 tea', { code: 'OPTION_VALUE_MISSING', at: '-nl', for: '-n' }],
  ])('refuses %j with the place that is wrong', async (content, problem) => {
    expect(await bind(content)).toEqual(problem);
  });

  test('refuses a line that is too long, or has too many words, before any of them is read', async () => {
    expect(await bind(`!say ${'a'.repeat(3995)}`)).toEqual({ what: 'a'.repeat(3995) });
    expect(await bind(`!say ${'a'.repeat(3996)}`)).toMatchObject({ code: 'TEXT_TOO_LONG', most: 4000 });
    expect(await bind(`!say ${'-- '.repeat(199)}x`)).toEqual({ what: `${'-- '.repeat(198)}x` });
    expect(await bind(`!remind ${'--log-it=no '.repeat(2)}`)).toMatchObject({ code: 'OPTION_REPEATED' });
  });

  test('takes a dash that a phone made for text when no option has the name', async () => {
    expect(await bind('!say —well, no')).toEqual({ what: '—well, no' });
  });

  test('ends every line with values or with a typed refusal', async () => {
    const team = new TestTeam();
    const commands = team.commands([Remind, Move, Say]);
    const line = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 60 }),
      fc.constantFrom(...goldenLines.map(([golden]) => golden)),
      fc
        .array(fc.constantFrom('1', '-q', '--load', '=', '"', 'a b', '--', '—map', '-', '\n'), { maxLength: 12 })
        .map((parts) => parts.join(' ')),
    );
    await fc.assert(
      fc.asyncProperty(fc.constantFrom('remind', 'move', 'say'), line, async (name, behind) => {
        const invocation = await team.says(commands, `!${name} ${behind}`);
        expect(invocation?.outcome).not.toBe('failed');
        if (invocation?.outcome === 'refused') expect(invocation.error).toBeInstanceOf(InputRefused);
      }),
      { numRuns: 500 },
    );
  }, 30_000);
});
