import type { Channel, Member, Message, Role } from '@botwright/protocol';
import { z } from 'zod';
import {
  Arg,
  type Attachment,
  attachment,
  boolean,
  type CodeBlock,
  Command,
  type CommandContext,
  channel,
  code,
  type Duration,
  duration,
  either,
  Flag,
  integer,
  list,
  map,
  member,
  message,
  Needs,
  Option,
  oneOf,
  Rest,
  role,
  Signatures,
  text,
  tuple,
} from '../../src/index.js';

/** Every field here takes what its parser gives. */
@Command({ name: 'fits', summary: 'Compile.' })
@Needs('KICK_MEMBERS', 'BAN_MEMBERS')
export class Fits {
  @Arg(integer(), 'exact') count!: number;
  @Arg(integer(), 'wider') wider!: number | string;
  @Arg(oneOf('red', 'blue'), 'the same words') colour!: 'red' | 'blue';
  @Arg(oneOf('red', 'blue'), 'any text') word!: string;
  @Arg(member(), 'a resource') who!: Member;
  @Arg(duration(), 'a class') after!: Duration;
  @Arg(integer().default(3), 'with a default') times!: number;
  @Arg(text().optional(), 'optional') maybe?: string;
  @Arg(text().optional(), 'or undefined') orUndefined: string | undefined;
  @Option(integer(), 'left out') days?: number;
  @Option(integer(), 'of the class') hours = 3;
  @Option(boolean(), 'a value') sure = true;
  @Flag('a flag') loud = false;
  @Rest(text(), 'the rest') rest!: string;

  constructor(private readonly services: Map<string, string>) {}

  async run(ctx: CommandContext): Promise<void> {
    await ctx.reply(this.services.get(this.rest) ?? '');
  }
}

class Celsius {
  readonly name = 'degrees';

  async parse(written: string): Promise<number> {
    return Number(written);
  }
}

@Command({ name: 'fits too', summary: 'Compile.' })
@Signatures(['numbers', 'channel'], ['pair'])
export class FitsToo {
  @Arg(integer().many({ max: 3 }), 'several') numbers!: number[];
  @Arg(list(integer()), 'in one word') list!: readonly number[];
  @Arg(tuple(integer(), oneOf('a', 'b')), 'two') pair!: [number, 'a' | 'b'];
  @Arg(map(text(), integer()), 'named') named!: Map<string, number>;
  @Arg(either(integer(), oneOf('all')), 'or') either!: number | 'all';
  @Arg(integer().transform(String), 'changed') changed!: string;
  @Arg(
    integer().refine((value) => value > 3, 'more than 3'),
    'checked',
  )
  checked!: number;
  @Arg(
    member().default((ctx) => ctx.member(), 'you'),
    'who',
  )
  who!: Member;
  @Arg(channel('text'), 'where') channel!: Channel;
  @Arg(role(), 'which') role!: Role;
  @Arg(message({ orReplied: true }), 'which') message!: Message;
  @Arg(attachment(), 'a file') file!: Attachment;
  @Arg(code(), 'code') code!: CodeBlock;
  @Arg(z.coerce.number().int(), 'a schema') schema!: number;
  @Arg(z.enum(['red', 'blue']).optional(), 'a choice') choice: 'red' | 'blue' | undefined;
  @Arg(new Celsius(), 'a class') degrees!: number;
  @Option(text().many(), 'repeated') tags?: string[];

  run(): void {}
}

export class DoesNotFitEither {
  // @ts-expect-error The parser gives a list.
  @Arg(integer().many(), 'several') numbers!: number;

  // @ts-expect-error The schema gives a number.
  @Arg(z.int(), 'a schema') schema!: string;

  // @ts-expect-error The class gives a number.
  @Arg(new Celsius(), 'a class') degrees!: string;

  // @ts-expect-error The second is a word.
  @Arg(tuple(integer(), text()), 'two') pair!: [number, number];

  // @ts-expect-error It may be a word.
  @Arg(either(integer(), text()), 'or') either!: number;

  // @ts-expect-error The function gives text.
  @Arg(integer().transform(String), 'changed') changed!: number;
}

// @ts-expect-error No such field.
@Signatures(['nothing'])
export class NoSuchField {
  run(): void {}
}

// @ts-expect-error What is computed has to be of the type.
integer().default(() => 'three');

export class DoesNotFit {
  // @ts-expect-error The parser gives a number.
  @Arg(integer(), 'text') name!: string;

  // @ts-expect-error The parser gives undefined when the argument is left out.
  @Arg(text().optional(), 'always') always!: string;

  // @ts-expect-error The parser gives 'blue' too.
  @Arg(oneOf('red', 'blue'), 'one word') word!: 'red';

  // @ts-expect-error A flag is true or false.
  @Flag('loud') loud = 'no';

  // @ts-expect-error The parser gives text.
  @Option(text(), 'number') count = 3;

  // @ts-expect-error The parser gives text.
  @Rest(text(), 'list') rest!: string[];
}

// @ts-expect-error No such permission.
Needs('KICK_EVERYBODY');

// @ts-expect-error At least one permission.
Needs();

// @ts-expect-error A default has to be of the type.
integer().default('three');

// @ts-expect-error A command has a method run.
@Command({ name: 'idle', summary: 'Do nothing.' })
export class Idle {}
