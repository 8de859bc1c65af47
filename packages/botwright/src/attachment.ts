import type { CommandPart, Commands } from '@botwright/commands';
import type { Client } from '@botwright/core';
import { Busy } from './busy.js';
import type { ClassOrigin } from './class-origin.js';
import { attachHearing } from './hearing.js';
import { asConstructor, type Class, prepareForInjection } from './injection.js';
import { attachListener, noted, requireListener } from './listeners.js';
import { Schedules } from './schedules.js';

/** What classes are attached to. */
export interface AttachmentParts {
  readonly client: Client;
  readonly commands: Commands;
  readonly busy: Busy;
}

/** The classes of one origin at work: what they hear, when they are called, and which of them are at it. */
export class Attachment {
  readonly busy: Busy;
  readonly #listeners: readonly { readonly target: Class; readonly instance: object }[];
  readonly #schedules: Schedules;
  #ends: readonly (() => void)[] = [];

  /**
   * Makes one instance of each listener. They hear nothing yet.
   *
   * @param part - The commands of the same origin.
   * @throws {ListenerInvalid} when a class listens to nothing.
   * @throws {ScheduleInvalid} for a time that cannot be read.
   * @throws {InjectionIncomplete} when it is not said what a constructor takes.
   */
  constructor(
    origin: ClassOrigin,
    readonly part: CommandPart,
    private readonly parts: AttachmentParts,
  ) {
    const busy = new Busy(parts.busy);
    this.busy = busy;
    const { clock, log } = parts.client;
    this.#schedules = new Schedules({ clock, log, begin: (name) => busy.begin(name) });
    this.#listeners = origin.listeners.map((target) => {
      requireListener(target);
      prepareForInjection(target);
      const instance = origin.container.resolve(asConstructor(target));
      this.#schedules.add(target, instance);
      return { target, instance };
    });
  }

  /** From the very next event on. */
  hear(): void {
    const { client, commands } = this.parts;
    const { busy, part } = this;
    const hearing = {
      client,
      commands,
      part,
      noted: (name: string, work: () => unknown) => noted(work(), () => busy.begin(name)),
    };
    this.#ends = this.#listeners.flatMap(({ target, instance }) => [
      ...attachListener(client.events, busy, target, instance),
      ...attachHearing(hearing, target, instance),
    ]);
  }

  /** From the very next event on it hears nothing more, and no job begins. */
  deafen(): void {
    for (const end of this.#ends) end();
    this.#ends = [];
    void this.stopJobs();
  }

  /** When its jobs are due. */
  get dues(): ReadonlyMap<string, number> {
    return this.#schedules.dues;
  }

  /** @param dues - Those of what it takes the place of. */
  startJobs(dues?: ReadonlyMap<string, number>): void {
    this.#schedules.start(dues);
  }

  /** Begins no more jobs, and resolves when those at work have ended. */
  stopJobs(): Promise<void> {
    return this.#schedules.stop();
  }

  /** Resolves when nothing of what hears no longer is at work, but for what itself waits for this. */
  async quiet(): Promise<void> {
    await Promise.all([this.stopJobs(), this.parts.commands.retire(this.part), this.busy.idle()]);
  }

  /** What is at work, the longest at it first. */
  get names(): string[] {
    const commands = this.parts.commands.running(this.part).map((name) => `command ${name}`);
    return [...this.busy.names, ...commands];
  }

  /** Gives up what is still at work. */
  abandon(reason: unknown): void {
    this.busy.abandon(reason);
    this.parts.commands.abandon(this.part);
  }
}
