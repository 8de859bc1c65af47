import { BotwrightError } from '@botwright/core';

/** The environment holds values that cannot be used; each is named, none is shown. */
export class EnvironmentInvalid extends BotwrightError {
  readonly code = 'ENVIRONMENT_INVALID';
  constructor(readonly problems: readonly string[]) {
    super(`The environment cannot be used:\n${problems.map((problem) => `  - ${problem}`).join('\n')}`);
  }
}

/** A class asks for something the container cannot give it. */
export class InjectionIncomplete extends BotwrightError {
  readonly code = 'INJECTION_INCOMPLETE';
  constructor(
    readonly className: string,
    /** Counted from 1. */
    readonly parameter: number,
  ) {
    super(
      `The constructor of ${className} does not say what its parameter ${parameter} is. ` +
        'Write @inject(Token) before it, and import the token as a value, not with "import type".',
    );
  }
}

/** The options given to a plugin do not fit its schema. */
export class PluginOptionsInvalid extends BotwrightError {
  readonly code = 'PLUGIN_OPTIONS_INVALID';
  constructor(
    readonly plugin: string,
    readonly problems: readonly string[],
  ) {
    super(`The options of plugin ${plugin} cannot be used: ${problems.join('; ')}`);
  }
}

/** Two plugins of one bot have the same name. */
export class PluginDuplicated extends BotwrightError {
  readonly code = 'PLUGIN_DUPLICATED';
  constructor(readonly plugin: string) {
    super(`Plugin ${plugin} is installed twice. Remove one of the two from "plugins", or reload it.`);
  }
}

/** There is no plugin of that name to unload or to reload. */
export class PluginUnknown extends BotwrightError {
  readonly code = 'PLUGIN_UNKNOWN';
  constructor(
    readonly plugin: string,
    readonly known: readonly string[],
  ) {
    super(`The bot has no plugin ${plugin}. Its plugins: ${known.join(', ') || 'none'}.`);
  }
}

/** A plugin could not start. When the bot was starting, those that had started were stopped again, last first. */
export class PluginStartFailed extends BotwrightError {
  readonly code = 'PLUGIN_START_FAILED';
  constructor(
    readonly plugin: string,
    cause: unknown,
  ) {
    super(`Plugin ${plugin} could not start; what was started for it was stopped again.`, { cause });
  }
}

/** A plugin did not stop as it should; everything else was stopped all the same. */
export class PluginStopFailed extends BotwrightError {
  readonly code = 'PLUGIN_STOP_FAILED';
  constructor(
    readonly plugin: string,
    readonly problem: 'failed' | 'did not end in time',
    options?: ErrorOptions,
  ) {
    super(`The stop of plugin ${plugin} ${problem}.`, options);
  }
}

/** A plugin is gone, but something of it did not end as it should. */
export class PluginUnloadFailed extends BotwrightError {
  readonly code = 'PLUGIN_UNLOAD_FAILED';
  constructor(
    readonly plugin: string,
    readonly causes: readonly unknown[],
  ) {
    super(`Plugin ${plugin} is gone, but ${causes.length} of its parts failed to end cleanly.`, {
      cause: new AggregateError(causes),
    });
  }
}

/** A bot could not start, and what had started did not stop cleanly either. */
export class StartFailed extends BotwrightError {
  readonly code = 'START_FAILED';
  /** Why it could not start, and what went wrong in stopping. */
  readonly causes: readonly [unknown, unknown];
  constructor(startFailure: unknown, stopFailure: unknown) {
    const causes = [startFailure, stopFailure] as const;
    super('The bot could not start, and what had started did not stop cleanly.', {
      cause: new AggregateError(causes),
    });
    this.causes = causes;
  }
}

/** Something failed while stopping; everything else was stopped all the same. */
export class StopFailed extends BotwrightError {
  readonly code = 'STOP_FAILED';
  constructor(readonly causes: readonly unknown[]) {
    super(`The bot stopped, but ${causes.length} of its parts failed to do so cleanly.`, {
      cause: new AggregateError(causes),
    });
  }
}

/** Something was still running when the time to stop was over. */
export class StopTimedOut extends BotwrightError {
  readonly code = 'STOP_TIMED_OUT';
  constructor(
    readonly graceMs: number,
    /** The commands, listeners and others that were at it, the longest first. */
    readonly running: readonly string[],
  ) {
    const who = running.length > 0 ? running.join(', ') : 'Something';
    super(`Still running ${graceMs} ms after being told to stop, and abandoned: ${who}.`);
  }
}

/** The bot is not running: it was never started, or has been stopped. */
export class BotNotRunning extends BotwrightError {
  readonly code = 'BOT_NOT_RUNNING';
  constructor(readonly state: string) {
    super(`The bot is ${state}. Start it first; a bot that was stopped is made anew with createBot().`);
  }
}

/** A class was given as a listener but listens to nothing. */
export class ListenerInvalid extends BotwrightError {
  readonly code = 'LISTENER_INVALID';
  constructor(
    readonly className: string,
    missing: string,
  ) {
    super(`${className} is given as a listener but ${missing}.`);
  }
}

/** A time that a method is to be called at cannot be read. */
export class ScheduleInvalid extends BotwrightError {
  readonly code = 'SCHEDULE_INVALID';
  constructor(
    readonly className: string,
    readonly method: string,
    readonly written: string,
    readonly problem: string,
  ) {
    super(`${className}.${method} is to be called at "${written}", which ${problem}.`);
  }
}

const botFileProblems = {
  missing: 'does not exist. Give the path of your bot: botwright start path/to/bot.ts',
  directory: 'is a directory. Give the file in it that holds the bot: botwright start path/to/bot.ts',
  'no bot': 'exports no bot. It should end with: export default createBot({ … });',
};

/** The file given to `botwright start` is not a bot. */
export class BotFileInvalid extends BotwrightError {
  readonly code = 'BOT_FILE_INVALID';
  constructor(
    readonly file: string,
    readonly problem: keyof typeof botFileProblems,
  ) {
    super(`${file} ${botFileProblems[problem]}`);
  }
}

/** The file given to `botwright start` cannot be read as a program, or threw while it was loaded. */
export class BotFileFailed extends BotwrightError {
  readonly code = 'BOT_FILE_FAILED';
  constructor(
    readonly file: string,
    cause: unknown,
  ) {
    super(`${file} could not be loaded.`, { cause });
  }
}

/** The sandbox is wanted, but its package is not installed. */
export class SandboxMissing extends BotwrightError {
  readonly code = 'SANDBOX_MISSING';
  constructor(cause: unknown) {
    super(
      'Without BOT_TOKEN the bot talks to the sandbox, whose package is not installed. ' +
        'Run: npm install --save-dev @botwright/sandbox',
      { cause },
    );
  }
}

/** The file of a world, given with `--seed`, cannot be used. */
export class SeedFileInvalid extends BotwrightError {
  readonly code = 'SEED_FILE_INVALID';
  constructor(
    readonly file: string,
    readonly problem: string,
  ) {
    super(`${file} cannot be used as a world: ${problem}.`);
  }
}

/** A name or id given on the command line belongs to nothing that the bot can see. */
export class PlaceUnknown extends BotwrightError {
  readonly code = 'PLACE_UNKNOWN';
  constructor(
    readonly kind: 'team' | 'channel' | 'person',
    readonly wanted: string | undefined,
    readonly known: readonly string[],
  ) {
    const what = wanted === undefined ? `There is no ${kind}` : `There is no ${kind} "${wanted}"`;
    super(`${what} that the bot can see. Give one of: ${known.join(', ') || 'none'}.`);
  }
}

/** Something else listens on the sandbox's port. */
export class SandboxPortTaken extends BotwrightError {
  readonly code = 'SANDBOX_PORT_TAKEN';
  constructor(
    readonly port: number,
    cause: unknown,
  ) {
    super(`Port ${port} is taken. Give another with --port, or --port 0 for any free one.`, { cause });
  }
}
