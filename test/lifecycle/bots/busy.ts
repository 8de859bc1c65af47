import {
  Arg,
  Command,
  type CommandContext,
  createBot,
  type Duration,
  duration,
  type EventPayload,
  Listener,
  On,
  text,
} from 'botwright';

/** Holds the process open, as a handler that waits for a socket would. */
function forever(): Promise<never> {
  return new Promise(() => setInterval(() => undefined, 1_000_000));
}

function tell(line: string): void {
  process.stdout.write(`${line}\n`);
}

const gate = Promise.withResolvers<void>();

@Command({ name: 'go', summary: 'Lets all that are slow go on.' })
class Go {
  async run(): Promise<void> {
    gate.resolve();
    tell('open');
  }
}

@Command({ name: 'slow', summary: 'Waits to be let go on, and ends a while after that.' })
class Slow {
  @Arg(text(), 'which of many this is') which!: string;
  @Arg(duration(), 'how long it takes') takes!: Duration;

  async run(): Promise<void> {
    tell(`begun ${this.which}`);
    await gate.promise;
    await new Promise((resolve) => setTimeout(resolve, this.takes.ms));
    tell(`ended ${this.which}`);
  }
}

@Command({ name: 'stuck', summary: 'Never ends.' })
class Stuck {
  async run(): Promise<void> {
    tell('begun stuck');
    await forever();
  }
}

@Command({ name: 'ping', summary: 'Answers.' })
class Ping {
  async run(ctx: CommandContext): Promise<void> {
    await ctx.reply('Pong!');
  }
}

@Listener()
class Starer {
  @On('TODO_ITEM_CREATED')
  async stare(_event: EventPayload<'TODO_ITEM_CREATED'>): Promise<void> {
    tell('begun to stare');
    await forever();
  }
}

export default createBot({
  commands: [Go, Slow, Stuck, Ping],
  listeners: [Starer],
  graceMs: Number(process.env.GRACE_MS ?? 10_000),
});
