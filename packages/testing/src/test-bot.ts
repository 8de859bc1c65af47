import { VirtualClock } from '@botwright/clock';
import { createLog } from '@botwright/core';
import { createSandbox, type Sandbox, type SandboxDescription } from '@botwright/sandbox';
import { type Bot, type BotOptions, createBot } from 'botwright';
import { ClockNotVirtual, SandboxRefused } from './errors.js';
import { Person } from './person.js';

/** The people of the default world: ada owns the team, bob moderates it, cy and dee are members. */
export type TestPeople = Readonly<Record<keyof SandboxDescription['people'], Person>>;

/** A running bot in a sandbox of its own. Ends with the block: `await using it = await testBot({ … })`. */
export class TestBot implements AsyncDisposable {
  readonly people: TestPeople;
  readonly #newcomers: Person[] = [];

  /** @internal Use `testBot`. */
  constructor(
    readonly bot: Bot,
    readonly sandbox: Sandbox,
  ) {
    const accounts = Object.entries(sandbox.description.people);
    const people = accounts.map(([name, account]) => [name, new Person(sandbox, name, account)]);
    this.people = Object.fromEntries(people);
  }

  /**
   * The clock by which bot and sandbox go, to be moved: `await it.clock.advance(ms)`.
   *
   * @throws {ClockNotVirtual} unless `testBot` was given a clock.
   */
  get clock(): VirtualClock {
    const { clock } = this.sandbox;
    if (clock instanceof VirtualClock) return clock;
    throw new ClockNotVirtual();
  }

  /**
   * Lets somebody new join the team, with these roles by name.
   *
   * @throws {SandboxRefused} for a name that is taken, or a role that does not exist.
   */
  async newcomer(username: string, roles: readonly string[] = []): Promise<Person> {
    const { url, controlToken } = this.sandbox.description;
    const path = '/_sandbox/people';
    const response = await fetch(url + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-sandbox-token': controlToken },
      body: JSON.stringify({ username, roles }),
    });
    if (!response.ok) throw new SandboxRefused('POST', path, response.status, await response.text());
    const person = new Person(this.sandbox, username, (await response.json()) as { id: string; token: string });
    this.#newcomers.push(person);
    return person;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.bot.stop();
    const everybody = [...Object.values(this.people), ...this.#newcomers];
    await Promise.all(everybody.map((person) => person.leaves()));
    await this.sandbox.close();
  }
}

export interface TestBotOptions extends Omit<BotOptions, 'credentials' | 'clock'> {
  /** One clock for bot and sandbox, which stands still until it is moved. Default: the machine's. */
  readonly clock?: VirtualClock | 'virtual';
}

/**
 * Starts a bot in a sandbox of its own, over the real wire, on a free port of this machine.
 *
 * @param options - what `createBot` takes; the credentials are the sandbox's, and the log says warnings and worse.
 * @throws what `Bot.start` throws; nothing is left open then.
 */
export async function testBot({ clock, ...options }: TestBotOptions = {}): Promise<TestBot> {
  const sandbox = await createSandbox(clock && { clock });
  try {
    await sandbox.listen({ port: 0 });
    const { url, bot: account } = sandbox.description;
    const credentials = { token: account.token, baseUrl: url };
    const bot = createBot({ log: createLog({ level: 'warn' }), ...options, clock: sandbox.clock, credentials });
    await bot.start();
    return new TestBot(bot, sandbox);
  } catch (failure) {
    await sandbox.close();
    throw failure;
  }
}
