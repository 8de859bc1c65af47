import { VirtualClock } from '@botwright/clock';
import { createLog } from '@botwright/core';
import {
  createSandbox,
  type Playback,
  type PlaybackOptions,
  playRecording,
  type Recording,
  type Sandbox,
  type SandboxDescription,
} from '@botwright/sandbox';
import { memoryStore } from '@botwright/store';
import { Bot, type BotOptions, createBot } from 'botwright';
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

  /**
   * Does again what people did in a recording, and gathers what the bot answers to it.
   *
   * @param recording - As the sandbox's page or `GET /_sandbox/recordings/{id}` gave it, parsed from its JSON.
   * @throws {RecordingInvalid} for what is none, or names somebody whom this sandbox does not have.
   */
  plays(recording: unknown, options?: PlaybackOptions): Promise<Playback> {
    return playRecording(this.sandbox, recording as Recording, options);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.bot.stop();
    const everybody = [...Object.values(this.people), ...this.#newcomers];
    await Promise.all(everybody.map((person) => person.leaves()));
    await this.sandbox.close();
  }
}

/** How time goes for a bot and its sandbox. */
export interface TestClockOptions {
  /** One clock for bot and sandbox, which stands still until it is moved. Default: the machine's. */
  readonly clock?: VirtualClock | 'virtual';
}

export interface TestBotOptions extends TestClockOptions, Omit<BotOptions, 'credentials' | 'clock'> {}

/**
 * Starts a bot in a sandbox of its own, over the real wire, on a free port of this machine.
 *
 * @param bot - What `createBot` takes, or a bot of a program, which can be started only once. The credentials are the
 *   sandbox's. What the bot keeps is kept in memory, unless the options name a store. One that is made here logs
 *   warnings and worse.
 * @throws what `Bot.start` throws; nothing is left open then.
 */
export async function testBot(options?: TestBotOptions): Promise<TestBot>;
export async function testBot(bot: Bot, options?: TestClockOptions): Promise<TestBot>;
export async function testBot(given: Bot | TestBotOptions = {}, options: TestClockOptions = {}): Promise<TestBot> {
  const bot = given instanceof Bot ? given : botFrom(given);
  const { clock, store }: TestBotOptions = given instanceof Bot ? options : given;
  const sandbox = await createSandbox(clock && { clock });
  try {
    await sandbox.listen({ port: 0 });
    const { url, bot: account } = sandbox.description;
    const credentials = { token: account.token, baseUrl: url };
    await bot.start({ credentials, clock: sandbox.clock, store: store ?? memoryStore(sandbox) });
    sandbox.explainWith((text, place) => bot.explain(text, place));
    return new TestBot(bot, sandbox);
  } catch (failure) {
    await sandbox.close();
    throw failure;
  }
}

function botFrom({ clock: _clock, ...options }: TestBotOptions): Bot {
  // A test writes faster than anybody, and wants each answer.
  return createBot({ log: createLog({ level: 'warn' }), failureAnswers: { quietMs: 0 }, ...options });
}
