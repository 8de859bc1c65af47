import type { Member } from '@botwright/protocol';
import {
  Arg,
  boolean,
  Command,
  type CommandContext,
  type Duration,
  duration,
  Flag,
  integer,
  member,
  Needs,
  Option,
  oneOf,
  Rest,
  text,
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
