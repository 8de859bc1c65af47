import { createLog } from '@botwright/core';
import type { Message } from '@botwright/protocol';
import { createSandbox, type Sandbox } from '@botwright/sandbox';
import { memoryStore } from '@botwright/store';
import { Person } from '@botwright/testing';
import { expect } from 'vitest';
import { type Bot, type BotOptions, Command, type CommandContext, createBot, Rest, text } from '../../src/index.js';

@Command({ name: 'done', summary: 'Tell that everything said before has been handled.' })
class Done {
  @Rest(text(), 'which time') which!: string;

  async run(ctx: CommandContext): Promise<void> {
    await ctx.send(`done ${this.which} by ${ctx.bot.username}`);
  }
}

/** Bots that hear each other in one channel, somebody who talks to them, and everything that was said. */
export class TwoBots implements AsyncDisposable {
  readonly said: Message[] = [];
  readonly ada: Person;
  #fences = 0;

  private constructor(
    readonly sandbox: Sandbox,
    readonly bots: readonly Bot[],
  ) {
    this.ada = new Person(sandbox, 'ada', sandbox.description.people.ada);
    bots[0]?.client.events.on('MESSAGE_SEND', ({ message }) => this.said.push(message));
  }

  /** One bot for each of these; they go by a virtual clock. */
  static async start(...each: readonly BotOptions[]): Promise<TwoBots> {
    const sandbox = await createSandbox({ clock: 'virtual' });
    await sandbox.listen();
    const { url, bot } = sandbox.description;
    const bots: Bot[] = [];
    for (const [index, options] of each.entries()) {
      const { token } = index === 0 ? bot : await newBot(sandbox, `other ${index}`);
      const started = createBot({
        log: createLog({ level: 'silent' }),
        clock: sandbox.clock,
        store: memoryStore(sandbox),
        credentials: { token, baseUrl: url },
        ...options,
        commands: [...(options.commands ?? []), Done],
      });
      await started.start();
      bots.push(started);
    }
    return new TwoBots(sandbox, bots);
  }

  /** Resolves when nothing that was said leads to anything further. */
  async quiet(): Promise<void> {
    for (let before = Number.NaN; before !== this.talk.length; ) {
      before = this.talk.length;
      this.#fences += 1;
      const which = String(this.#fences);
      await this.ada.says(`!done ${which}`);
      const answers = () => this.said.filter(({ content }) => content?.startsWith(`done ${which} `)).length;
      await expect.poll(answers).toBe(this.bots.length);
    }
  }

  /** Everything that was said but for what `quiet` needs. */
  get talk(): Message[] {
    return this.said.filter(({ content }) => !content?.includes('done'));
  }

  /** What a bot said. */
  by(bot: Bot | undefined): Message[] {
    return this.talk.filter(({ createdBy }) => createdBy.id === bot?.client.user.id);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all(this.bots.map((bot) => bot.stop()));
    await this.sandbox.close();
  }
}

/** A bot that the sandbox's team has beside its own. */
async function newBot(sandbox: Sandbox, username: string): Promise<{ readonly token: string }> {
  const { url, controlToken } = sandbox.description;
  const response = await fetch(`${url}/_sandbox/people`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-sandbox-token': controlToken },
    body: JSON.stringify({ username, bot: true }),
  });
  expect(response.status).toBe(200);
  return (await response.json()) as { token: string };
}
