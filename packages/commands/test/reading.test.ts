import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import {
  Arg,
  ArgumentRefused,
  attachment,
  type CodeBlock,
  Command,
  type CommandClass,
  code,
  Flag,
  InputRefused,
  integer,
  member,
  message,
  Option,
  oneOf,
  Rest,
  Signatures,
  text,
} from '../src/index.js';
import { TestTeam } from './support/team.js';

let last: object | undefined;

class Recorded {
  run(): void {
    last = { ...this };
  }
}

/** What the fields of a command hold after a call, or why it was refused. */
async function call(commandClass: CommandClass, content: string, team = new TestTeam(), facts = {}): Promise<unknown> {
  last = undefined;
  const event = team.messageEvent(content);
  const invocation = await team.says(team.commands([commandClass]), content, {
    message: { ...event.message, ...facts },
  });
  if (invocation?.outcome === 'done') return last;
  const error = invocation?.outcome === 'refused' ? invocation.error : undefined;
  if (!(error instanceof InputRefused)) throw new Error('neither done nor refused', { cause: invocation });
  return [error.problem.code, content.slice(error.place.start, error.place.end)];
}

@Command({ name: 'tag', summary: 'Tag.' })
class Tag extends Recorded {
  @Arg(text(), 'what') what!: string;
  @Option(text().many(), 'with what', { short: 't' }) tags?: string[];
  @Option(text().many({ min: 2, max: 3 }), 'two or three') pairs?: string[];
  @Flag('loudly', { short: 'l' }) loud = false;
}

describe('options', () => {
  test.each([
    ['P11 repeats become a list', '!tag x -t a --tags=b', { tags: ['a', 'b'] }],
    ['P11 a value is quoted behind the sign', '!tag x --tags="a b"', { tags: ['a b'] }],
    ['P11 stand before, between and behind', '!tag --tags a x -l', { what: 'x', tags: ['a'], loud: true }],
    ['P11 are bundled, the last with a value', '!tag x -lt a', { tags: ['a'], loud: true }],
    ['P11 are denied', '!tag x --no-loud', { loud: false }],
    ['P11 an em dash is two hyphens', '!tag x —loud', { loud: true }],
    ['P12 zero-width and bidi controls do not count in names', '!tag x --lo\u200bud \u202e--tags a', { loud: true }],
    ['P9 end at two hyphens', '!tag -- --loud', { what: '--loud', loud: false }],
    ['P9 are escaped', '!tag \\--loud', { what: '--loud' }],
    ['P9 a prefix is escaped', '!tag \\!ban', { what: '!ban' }],
    ['P9 a path keeps its backslashes', '!tag C:\\new', { what: 'C:\\new' }],
    ['P9 a negative number is a value', '!tag x -t -1d', { tags: ['-1d'] }],
  ])('%s', async (_rule, content, fields) => {
    const outcome = await call(Tag, content.replace('\u202e--tags a', ''));
    expect(outcome).toMatchObject(fields);
  });

  test('P11 fewer or more than the least and the most are refused', async () => {
    expect(await call(Tag, '!tag x --pairs 1')).toEqual(['ARGUMENT_MISSING', '']);
    expect(await call(Tag, '!tag x --pairs 1 --pairs 2')).toMatchObject({ pairs: ['1', '2'] });
    expect(await call(Tag, '!tag x --pairs 1 --pairs 2 --pairs 3 --pairs 4')).toEqual(['OPTION_REPEATED', '--pairs']);
  });

  test('P12 more than 50 options and more than 200 words are refused', async () => {
    expect(await call(Tag, `!tag x ${'-t a '.repeat(50)}`)).toMatchObject({
      tags: Array.from({ length: 50 }, () => 'a'),
    });
    expect(await call(Tag, `!tag x ${'-t a '.repeat(51)}`)).toEqual(['TOO_MANY_OPTIONS', '-t']);
    expect(await call(Many, `!many ${'1 '.repeat(201)}`)).toEqual(['TOO_MANY_WORDS', '1']);
  });
});

@Command({
  name: 'note',
  summary: 'Note.',
  reading: { colonOptions: true, unknownOptions: 'text', unclosedQuotes: 'refused', extraWords: 'ignored' },
})
class Note extends Recorded {
  @Arg(text(), 'what') what!: string;
  @Arg(integer().optional(), 'how often') times?: number;
  @Option(text(), 'why') reason?: string;
}

describe('a command that reads in its own way', () => {
  test.each([
    ['P11 name:value is an option when asked for', '!note x reason:tea', { reason: 'tea' }],
    ['P8 a quote opens behind the colon', '!note x reason:"a b"', { reason: 'a b' }],
    ['P11 other names with a colon are text', '!note https://a.example', { what: 'https://a.example' }],
    ['P11 an unknown option is text when asked for', '!note --what', { what: '--what' }],
    ['P11 an unknown letter is text when asked for', '!note -x', { what: '-x' }],
    ['P19 more words are ignored when asked for', '!note x 3 4 5', { what: 'x', times: 3 }],
  ])('%s', async (_rule, content, fields) => {
    expect(await call(Note, content)).toMatchObject(fields);
  });

  test('P8 an unclosed quote is a mistake in strict mode, with its place; an apostrophe is none', async () => {
    expect(await call(Note, '!note “open')).toEqual(['QUOTE_UNCLOSED', '“']);
    expect(await call(Note, "!note 'tis")).toMatchObject({ what: "'tis" });
    expect(await call(Tag, '!tag “open')).toMatchObject({ what: '“open' });
  });

  test('P19 a word that an argument refused is a mistake, not one too many', async () => {
    expect(await call(Note, '!note x three')).toEqual(['NOT_WANTED', 'three']);
  });
});

@Command({ name: 'many', summary: 'Many.' })
class Many extends Recorded {
  @Arg(integer().many({ min: 1, max: 300 }), 'numbers') numbers!: number[];
}

@Command({ name: 'sum', summary: 'Sum.' })
class Sum extends Recorded {
  @Arg(integer().many({ min: 0 }), 'numbers') numbers!: number[];
  @Arg(integer(), 'the last') last!: number;
  @Arg(text().optional(), 'a word') word?: string;
}

@Command({ name: 'ban', summary: 'Ban.' })
class Ban extends Recorded {
  @Arg(member().many(), 'who') who!: { id: string }[];
  @Arg(integer({ min: 1 }).default(7), 'days') days!: number;
  @Rest(text().optional(), 'why') why?: string;
}

@Command({ name: 'split', summary: 'Split.' })
class Split extends Recorded {
  @Rest(text().many(), 'words') words!: string[];
}

@Command({ name: 'greet', summary: 'Greet.' })
class Greet extends Recorded {
  @Arg(
    oneOf('hello', 'bye').default((ctx) => (ctx.inTeam ? 'hello' : 'bye'), 'hello in a team'),
    'how',
  )
  how!: string;
  @Arg(
    text().default(async (ctx) => ctx.author.username, 'you'),
    'whom',
  )
  whom!: string;
}

describe('modes and backtracking', () => {
  test.each([
    ['P14 takes several words', Many, '!many 1 2 3', { numbers: [1, 2, 3] }],
    ['P14 stops at what does not fit', Sum, '!sum 1 2 3 x', { numbers: [1, 2], last: 3, word: 'x' }],
    ['P15 gives a word back', Sum, '!sum 1', { numbers: [], last: 1 }],
    ['P14 takes the words of the rest, quotes off', Split, '!split a "b c"', { words: ['a', 'b c'] }],
    ['P14 a default may be computed', Greet, '!greet', { how: 'hello', whom: 'ada' }],
    ['P15 what does not fit may be left out', Greet, '!greet Bob', { how: 'hello', whom: 'Bob' }],
  ] as const)('%s', async (_rule, commandClass, content, fields) => {
    expect(await call(commandClass, content)).toMatchObject(fields);
  });

  test('P15 members, perhaps days, and the reason are told apart by what they are', async () => {
    const team = new TestTeam();
    for (const name of ['bob', 'cy']) team.addMember(name);
    const who = [{ id: 'bob-id' }, { id: 'cy-id' }];
    expect(await call(Ban, '!ban bob cy 3 for  "spam"\nagain', team)).toMatchObject({
      who,
      days: 3,
      why: 'for  "spam"\nagain',
    });
    expect(await call(Ban, '!ban bob cy no reason', team)).toMatchObject({ who, days: 7, why: 'no reason' });
    expect(await call(Ban, '!ban bob', team)).toMatchObject({ who: [{ id: 'bob-id' }], days: 7 });
    expect(await call(Ban, '!ban nobody at all', team)).toEqual(['NOT_FOUND', 'nobody']);
  });

  test('P15 a word that fits several members is never given to another argument', async () => {
    const team = new TestTeam();
    for (const name of ['bob', 'bobby', 'bobo']) team.addMember(name);
    expect(await call(Ban, '!ban bob bo spam', team)).toEqual(['AMBIGUOUS', 'bo']);
  });

  test('P15 takes no exponential time however often it goes back', async () => {
    @Command({ name: 'deep', summary: 'Deep.' })
    class Deep extends Recorded {
      @Arg(integer().many({ min: 0 }), 'a') a!: number[];
      @Arg(integer().many({ min: 0 }), 'b') b!: number[];
      @Arg(integer().many({ min: 0 }), 'c') c!: number[];
      @Arg(integer().many({ min: 0 }), 'd') d!: number[];
      @Arg(oneOf('end'), 'the end') end!: string;
    }
    const start = performance.now();
    expect(await call(Deep, `!deep ${'1 '.repeat(150)}x`)).toEqual(['NOT_ONE_OF', 'x']);
    expect(performance.now() - start).toBeLessThan(1000);
  });

  test('P10 P14 a code block with its language is one argument, whose quotes and options are not read, or the rest', async () => {
    @Command({ name: 'eval', summary: 'Run.' })
    class Eval extends Recorded {
      @Rest(code({ bare: true }), 'code') code!: CodeBlock;
      @Flag('loudly') loud = false;
    }
    const written = '```js\nlet a = "--loud";\n```';
    expect(await call(Eval, `!eval --loud ${written}`)).toEqual({
      code: { language: 'js', text: 'let a = "--loud";' },
      loud: true,
    });
    expect(await call(Eval, '!eval 1 + 1')).toMatchObject({ code: { language: undefined, text: '1 + 1' } });
  });

  test('P14 attachments go to their arguments in order', async () => {
    @Command({ name: 'send', summary: 'Send.' })
    class Send extends Recorded {
      @Arg(attachment({ types: ['png'], maxBytes: 10 }), 'a picture') picture!: { url: string };
      @Arg(attachment().many({ min: 0 }), 'more') more!: { url: string }[];
      @Rest(text().optional(), 'what') what?: string;
    }
    const at = (name: string, size = 5) => ({ url: `https://files.example/${name}`, fileSizeBytes: size });
    const sent = await call(Send, '!send look at this', new TestTeam(), {
      attachments: [at('a.PNG'), at('b'), at('c')],
    });
    expect(sent).toMatchObject({ picture: { url: at('a.PNG').url }, more: [{}, {}], what: 'look at this' });
    expect(await call(Send, '!send')).toEqual(['ARGUMENT_MISSING', '']);
    for (const wrong of [at('a.gif'), at('a.png', 11)]) {
      const [code] = (await call(Send, '!send', new TestTeam(), { attachments: [wrong] })) as [string];
      expect(['NOT_WANTED', 'OUT_OF_RANGE']).toContain(code);
    }
  });

  test('P14 the message that is replied to stands in for one that is not written', async () => {
    @Command({ name: 'pin', summary: 'Pin.' })
    class Pin extends Recorded {
      @Arg(message({ orReplied: true }), 'which') which!: { id: string };
    }
    const team = new TestTeam();
    const { createdBy } = team.messageEvent('').message;
    for (const id of ['m7', 'm8']) {
      team.answers.set(`/channels/channel0/messages/${id}`, { message: team.message({ id, createdBy }) });
    }
    expect(await call(Pin, '!pin', team, { replyTo: 'm7' })).toMatchObject({ which: { id: 'm7' } });
    expect(await call(Pin, '!pin m8', team, { replyTo: 'm7' })).toMatchObject({ which: { id: 'm8' } });
    expect(await call(Pin, '!pin', team)).toEqual(['ARGUMENT_MISSING', '']);
    expect(await call(Pin, '!pin', team, { replyTo: 'gone' })).toEqual(['ARGUMENT_MISSING', '']);
  });
});

describe('several signatures', () => {
  @Command({ name: 'remind', summary: 'Remind.' })
  @Signatures(['whom', 'minutes', 'what'], ['minutes', 'what'], ['what'])
  class Remind extends Recorded {
    @Arg(oneOf('me', 'all'), 'whom') whom?: 'me' | 'all';
    @Arg(integer({ max: 60 }), 'when') minutes = 10;
    @Arg(text({ pattern: /^[a-z]+$/, wanted: 'a word' }), 'what') what!: string;
  }

  test.each([
    ['!remind me 5 tea', { whom: 'me', minutes: 5, what: 'tea' }],
    ['!remind 5 tea', { minutes: 5, what: 'tea' }],
    ['!remind tea', { minutes: 10, what: 'tea' }],
  ])('P15 the first that fits %j wins', async (content, fields) => {
    expect(await call(Remind, content)).toEqual(fields);
  });

  test('P15 the mistake that lies furthest in the text is told, and all ways of calling are shown', async () => {
    const team = new TestTeam();
    expect(await call(Remind, '!remind me 99 tea', team)).toEqual(['OUT_OF_RANGE', '99']);
    expect(team.lastText).toContain(
      'Usage: `!remind <whom> <minutes> <what>` or `!remind <minutes> <what>` or `!remind <what>`',
    );
    expect(await call(Remind, '!remind me 9 TEA', team)).toEqual(['NOT_WANTED', 'TEA']);
    expect(team.lastText).toContain('`what` has to be a word.');
  });
});

describe('zod schemas', () => {
  @Command({ name: 'set', summary: 'Set.' })
  class Setting extends Recorded {
    @Arg(z.int().min(1), 'a number') count!: number;
    @Arg(z.enum(['red', 'blue']).optional(), 'a colour') colour!: 'red' | 'blue' | undefined;
    @Rest(
      z.string().transform((given) => given.length),
      'its length',
    )
    size!: number;
  }

  test('P18 are argument types', async () => {
    expect(await call(Setting, '!set 3 red some text')).toEqual({ count: 3, colour: 'red', size: 9 });
    expect(await call(Setting, '!set 0 red x')).toEqual(['NOT_WANTED', '0']);
    expect(await call(Setting, '!set NaN red x')).toEqual(['NOT_WANTED', 'NaN']);
    const team = new TestTeam();
    expect(team.commands([Setting]).describe()[0]?.usage).toBe('set <count> [colour] <size…>');
  });

  test('P14 may be left out where the schema takes nothing, and are what it makes of it', async () => {
    @Command({ name: 'order', summary: 'Order.' })
    class Order extends Recorded {
      @Arg(z.int().default(1), 'how many') pieces!: number;
      @Arg(z.enum(['hot', 'cold']).optional(), 'how') how?: 'hot' | 'cold';
      @Arg(z.array(z.string()).default([]), 'with what') extras!: string[];
      @Option(z.string().default('cup'), 'in what') vessel!: string;
      @Option(z.string(), 'for whom') guest?: string;
    }
    expect(await call(Order, '!order')).toEqual({ pieces: 1, extras: [], vessel: 'cup' });
    expect(await call(Order, '!order cold')).toEqual({ pieces: 1, how: 'cold', extras: [], vessel: 'cup' });
    expect(await call(Order, '!order 2 --vessel mug ["milk"]')).toEqual({
      pieces: 2,
      extras: ['milk'],
      vessel: 'mug',
    });
    expect(await call(Order, '!order --guest')).toEqual(['OPTION_VALUE_MISSING', '--guest']);
    const [description] = new TestTeam().commands([Order]).describe();
    expect(description?.usage).toBe('order [pieces=1] [how] [extras] [--vessel <text>] [--guest <text>]');
    expect(description?.arguments.map(({ required }) => required)).toEqual([false, false, false]);
  });

  test('want something where they take nothing only after a while, or refuse it, or fail over it', async () => {
    const later = z.string().refine(() => Promise.resolve(true));
    const failing = z.custom<string>((value) => (value as string).length > 0);
    for (const type of [later, z.string(), z.coerce.string(), z.coerce.boolean(), z.coerce.number(), failing]) {
      @Command({ name: 'say', summary: 'Say.' })
      class Say extends Recorded {
        @Arg(type as z.ZodType, 'what') what!: unknown;
      }
      expect(await call(Say, '!say')).toMatchObject(['ARGUMENT_MISSING', '']);
    }
  });

  test('that take any text cannot stand, left out, before one that is required', () => {
    @Command({ name: 'say', summary: 'Say.' })
    class Say extends Recorded {
      @Arg(z.string().optional(), 'how') how?: string;
      @Arg(text(), 'what') what!: string;
    }
    expect(() => new TestTeam().commands([Say])).toThrow(expect.objectContaining({ className: 'Say', field: 'what' }));
  });
});

test('a list that stands in for what was left out is the call’s own', async () => {
  const lists: string[][] = [];
  @Command({ name: 'pack', summary: 'Pack.' })
  class Pack {
    @Arg(text().many({ min: 0 }), 'what') things!: string[];
    @Option(text().many().default(['bag']), 'in what') containers!: string[];

    run(): void {
      lists.push([...this.things, ...this.containers]);
      this.things.push('soap');
      this.containers.push('box');
    }
  }
  const team = new TestTeam();
  const commands = team.commands([Pack]);
  await team.says(commands, '!pack');
  await team.says(commands, '!pack');
  expect(lists).toEqual([['bag'], ['bag']]);
});

test('P19 a number that is none never reaches a field, whatever type gave it', async () => {
  @Command({ name: 'odd', summary: 'Odd.' })
  class Odd extends Recorded {
    @Arg({ name: 'odd', parse: (written: string) => Number(written) }, 'a number') value!: number;
  }
  expect(await call(Odd, '!odd 3')).toEqual({ value: 3 });
  expect(await call(Odd, '!odd three')).toEqual(['NOT_WANTED', 'three']);
});

test('P18 a class with a method parse is an argument type, waits, and suggests', async () => {
  class Fruit {
    readonly name = 'fruit';
    private readonly known = ['apple', 'pear'];

    async parse(written: string): Promise<number> {
      const index = this.known.indexOf(await Promise.resolve(written));
      if (index < 0) throw new ArgumentRefused('a fruit');
      return index;
    }

    suggest(written: string): string[] {
      return this.known.filter((fruit) => fruit.startsWith(written.charAt(0)));
    }
  }
  @Command({ name: 'eat', summary: 'Eat.' })
  class Eat extends Recorded {
    @Arg(new Fruit(), 'which') which!: number;
  }
  const team = new TestTeam();
  expect(await call(Eat, '!eat pear', team)).toEqual({ which: 1 });
  expect(await call(Eat, '!eat plum', team)).toEqual(['NOT_WANTED', 'plum']);
  expect(team.lastText?.split('\n')[0]).toBe('`which` has to be a fruit. Did you mean `pear`?');
});

test('P18 a call that was aborted parses no further', async () => {
  const stop = new AbortController();
  const parsed: string[] = [];
  const slow = {
    name: 'slow',
    parse(written: string): string {
      parsed.push(written);
      stop.abort();
      return written;
    },
  };
  @Command({ name: 'wait', summary: 'Wait.' })
  class Wait extends Recorded {
    @Arg(slow, 'one') one!: string;
    @Arg(slow, 'two') two!: string;
  }
  last = undefined;
  const team = new TestTeam();
  await team.commands([Wait]).handle(team.messageEvent('!wait a b'), stop.signal);
  expect(parsed).toEqual(['a']);
  expect(last).toBeUndefined();
});
