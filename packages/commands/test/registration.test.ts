import { describe, expect, test } from 'vitest';
import {
  Arg,
  Command,
  type CommandClass,
  CommandGroup,
  CommandInvalid,
  CommandNameTaken,
  Flag,
  Guard,
  inTeam,
  integer,
  Needs,
  Option,
  Rest,
  Signatures,
  text,
} from '../src/index.js';
import { TestTeam } from './support/team.js';

function register(...classes: CommandClass[]) {
  return new TestTeam().commands(classes, { help: false });
}

function problemOf(...classes: CommandClass[]): unknown {
  try {
    register(...classes);
  } catch (error) {
    return error;
  }
  return undefined;
}

class Runs {
  run(): void {}
}

function named(name: string, ...aliases: string[]): CommandClass {
  class Named extends Runs {}
  Command({ name, summary: 'Named.', aliases })(Named);
  Object.defineProperty(Named, 'name', { value: `Class_${name}` });
  return Named;
}

describe('putting commands together', () => {
  test.each([
    ['two names', named('ping'), named('Ping')],
    ['a name and an alias', named('ping'), named('pong', 'PING')],
    ['two aliases', named('ping', 'p'), named('pong', 'p')],
  ])('refuses %s that are the same, naming both classes', (_what, one, other) => {
    const error = problemOf(one, other);
    expect(error).toBeInstanceOf(CommandNameTaken);
    expect(error).toMatchObject({ code: 'COMMAND_NAME_TAKEN', owners: [one.name, other.name] });
    expect(String(error)).toContain(`${one.name} and by ${other.name}`);
  });

  test('refuses two descriptions of one group', () => {
    @CommandGroup({ name: 'todo', summary: 'One.' })
    class One extends Runs {}
    @CommandGroup({ name: 'todo', summary: 'Two.' })
    class Two extends Runs {}
    expect(problemOf(One, Two)).toMatchObject({ code: 'COMMAND_NAME_TAKEN', owners: ['One', 'Two'] });
  });

  test('refuses a class without @Command', () => {
    class Plain extends Runs {}
    expect(problemOf(Plain)).toMatchObject({ code: 'COMMAND_INVALID', className: 'Plain' });
  });

  test('does not take a subclass of a command for that command', () => {
    class Child extends named('parent') {}
    expect(problemOf(Child)).toBeInstanceOf(CommandInvalid);
  });

  test('refuses a class without run', () => {
    class Lazy {}
    // @ts-expect-error It has no run: the compiler says so first.
    Command({ name: 'lazy', summary: 'Do nothing.' })(Lazy);
    expect(problemOf(Lazy as CommandClass)).toMatchObject({ code: 'COMMAND_INVALID', className: 'Lazy' });
  });

  test.each(['', ' ', '\u200b', 'todo \u200b'])('refuses the name %j', (name) => {
    expect(problemOf(named(name))).toBeInstanceOf(CommandInvalid);
  });

  test('refuses an argument behind the rest', () => {
    @Command({ name: 'x', summary: 'x' })
    class Crowded extends Runs {
      @Rest(text(), 'all') all!: string;
      @Arg(text(), 'more') more!: string;
    }
    expect(problemOf(Crowded)).toMatchObject({ code: 'COMMAND_INVALID', className: 'Crowded', field: 'more' });
  });

  test('refuses a required argument behind one that may be left out and takes any word', () => {
    @Command({ name: 'x', summary: 'x' })
    class Backwards extends Runs {
      @Arg(text().optional(), 'greeting') greeting?: string;
      @Arg(text(), 'what') what!: string;
    }
    expect(problemOf(Backwards)).toMatchObject({ className: 'Backwards', field: 'what' });
  });

  test.each(['loud', 'LOUD'])('refuses two options named loud and %s', (name) => {
    @Command({ name: 'x', summary: 'x' })
    class Twice extends Runs {
      @Flag('one') loud = false;
      @Flag('two', { name }) other = false;
    }
    expect(problemOf(Twice)).toMatchObject({ className: 'Twice', field: 'other' });
  });

  test('refuses two options of one letter, and a letter that is none', () => {
    @Command({ name: 'x', summary: 'x' })
    class SameLetter extends Runs {
      @Flag('one', { short: 'a' }) one = false;
      @Option(integer(), 'two', { short: 'a' }) two?: number;
    }
    @Command({ name: 'x', summary: 'x' })
    class NoLetter extends Runs {
      @Flag('one', { short: '5' }) one = false;
    }
    expect(problemOf(SameLetter)).toMatchObject({ className: 'SameLetter', field: 'two' });
    expect(problemOf(NoLetter)).toMatchObject({ className: 'NoLetter', field: 'one' });
  });

  test.each(['', 'two words', 'a=b', '5'])('refuses the option name %j', (name) => {
    @Command({ name: 'x', summary: 'x' })
    class Misnamed extends Runs {
      @Flag('one', { name }) one = false;
    }
    expect(problemOf(Misnamed)).toMatchObject({ className: 'Misnamed', field: 'one' });
  });

  test('refuses a field with two decorators, and a static one, while the class is made', () => {
    expect(() => {
      class Double extends Runs {
        @Arg(text(), 'one') @Flag('two') both!: string | boolean;
      }
      return Double;
    }).toThrow(CommandInvalid);
    expect(() => {
      class Shared extends Runs {
        @Flag('one') static loud = false;
      }
      return Shared;
    }).toThrow(expect.objectContaining({ className: 'Shared', field: 'loud' }));
  });

  test.each(['run', 'constructor', '__proto__', Symbol('what')])('refuses an argument named %s', (name) => {
    class Misnamed extends Runs {}
    const decorate = Arg(text(), 'what') as (target: object, field: string | symbol) => void;
    expect(() => decorate(Misnamed.prototype, name)).toThrow(
      expect.objectContaining({ className: 'Misnamed', field: String(name) }),
    );
  });

  test.each([undefined, null, text, {}, 'text'])('refuses %o as an argument type, naming class and field', (type) => {
    expect(() => {
      class Untyped extends Runs {
        // @ts-expect-error It is no type; files that import each other get to see undefined all the same.
        @Arg(type, 'what') what!: string;
      }
      return Untyped;
    }).toThrow(expect.objectContaining({ code: 'COMMAND_INVALID', className: 'Untyped', field: 'what' }));
  });

  test.each([undefined, inTeam, () => true])('refuses %o as a guard, naming the class', (guard) => {
    class Unguarded extends Runs {}
    // @ts-expect-error It is no guard.
    expect(() => Guard(guard)(Unguarded)).toThrow(
      expect.objectContaining({ code: 'COMMAND_INVALID', className: 'Unguarded' }),
    );
  });

  test('refuses a flag that is spelt like the denial of another', () => {
    @Command({ name: 'x', summary: 'x' })
    class Denied extends Runs {
      @Flag('by force') force = false;
      @Flag('by no force') noForce = false;
    }
    expect(problemOf(Denied)).toMatchObject({ className: 'Denied', field: 'noForce' });
  });

  test('refuses a field that stands twice in one signature', () => {
    @Command({ name: 'x', summary: 'x' })
    @Signatures(['what', 'what'])
    class Doubled extends Runs {
      @Arg(text(), 'what') what!: string;
    }
    expect(problemOf(Doubled)).toMatchObject({ className: 'Doubled', field: 'what' });
  });

  test('lets a subclass take over arguments and needs, and declare a field again in its place', () => {
    @Needs('KICK_MEMBERS')
    class Base extends Runs {
      @Arg(text(), 'first') first!: string;
      @Arg(text(), 'second') second!: string;
    }
    @Command({ name: 'child', summary: 'Inherit.' })
    @Needs('BAN_MEMBERS')
    class Child extends Base {
      @Arg(text({ max: 1 }), 'the first, shorter') override first = '';
      @Arg(text(), 'third') third!: string;
    }
    const [description] = register(Child).describe();
    expect(description).toMatchObject({
      usage: 'child <first> <second> <third>',
      needs: ['KICK_MEMBERS', 'BAN_MEMBERS'],
      arguments: [{ summary: 'the first, shorter' }, { summary: 'second' }, { summary: 'third' }],
    });
    expect(problemOf(Base)).toBeInstanceOf(CommandInvalid);
  });

  test('keeps two routers apart', async () => {
    const team = new TestTeam();
    const one = team.commands([named('one')]);
    const other = team.commands([named('other')]);
    expect(one.describe().map(({ name }) => name)).toEqual(['one', 'help']);
    expect(one.handle(team.messageEvent('!other'))).toBeUndefined();
    expect(await team.says(other, '!other')).toMatchObject({ outcome: 'done' });
  });
});

test('a command describes itself as JSON', () => {
  @Command({
    name: 'remind',
    summary: 'Say it later.',
    aliases: ['rm'],
    examples: ['remind 10m tea'],
    category: 'time',
  })
  @Needs('KICK_MEMBERS')
  class Remind extends Runs {
    @Arg(integer().default(3), 'how often') times!: number;
    @Flag('louder', { short: 'l' }) loud = false;
    @Option(integer(), 'how many days') maxDays?: number;
    @Rest(text().optional(), 'what to say') whatToSay?: string;
  }
  const [description] = register(Remind).describe();
  expect(JSON.parse(JSON.stringify(description))).toEqual({
    name: 'remind',
    aliases: ['rm'],
    summary: 'Say it later.',
    category: 'time',
    hidden: false,
    usage: 'remind [times=3] [--loud] [--max-days <integer>] [what-to-say…]',
    usages: ['remind [times=3] [--loud] [--max-days <integer>] [what-to-say…]'],
    examples: ['remind 10m tea'],
    needs: ['KICK_MEMBERS'],
    guards: [],
    cooldowns: [],
    concurrency: null,
    arguments: [
      { name: 'times', type: 'integer', summary: 'how often', required: false, default: '3', rest: false, many: false },
      {
        name: 'what-to-say',
        type: 'text',
        summary: 'what to say',
        required: false,
        default: null,
        rest: true,
        many: false,
      },
    ],
    options: [
      { name: 'loud', short: 'l', type: null, summary: 'louder', default: null, many: false },
      { name: 'max-days', short: null, type: 'integer', summary: 'how many days', default: null, many: false },
    ],
  });
});
