import type { Clock } from '@botwright/clock';
import type { Client } from '@botwright/core';
import type { UserId } from '@botwright/protocol';
import type { Store } from '@botwright/store';
import type { OtherBots } from './callers.js';
import type { CommandClass } from './command-class.js';
import type { CommandContext } from './context.js';
import type { ConversationPart } from './conversations/conversations.js';
import type { EditOptions } from './edits/edits.js';
import type { FailureAnswerOptions } from './failure-answers.js';
import type { FailedInvocation } from './invoke.js';
import type { CommandGroupOptions } from './metadata.js';
import type { Prefix } from './prefixes.js';
import type { SettingsSources } from './team-settings.js';
import type { Texts } from './texts/en.js';

/** Commands and conversations that come and go together, such as those of a plugin. */
export interface CommandPart extends ConversationPart {
  readonly commands: readonly CommandClass[];
  /** The heading in help's list for a class that names none itself, for instance the plugin it came from. */
  categoryOf?(commandClass: CommandClass): string | undefined;
  /** Makes the instance of a command for one call. */
  instantiate(commandClass: CommandClass, context: CommandContext): object;
}

/** What the commands of a bot are made of. */
export interface CommandsOptions extends CommandPart, SettingsSources {
  /** What a command begins with; mentioning the bot always works too. The first text is shown in help. */
  readonly prefix: Prefix | readonly Prefix[];
  /** Whether `bot ping` will do for the prefix `Bot `. Names of commands never depend on case. */
  readonly prefixCase?: 'exact' | 'ignored';
  /** Whether a direct message needs the prefix, as usual, may lack it, or calls nothing at all. */
  readonly directMessages?: 'prefix' | 'bare' | 'ignored';
  /** For how long settings are kept; the machine's clock unless it is said. */
  readonly clock?: Clock;
  /** Descriptions of groups that stand on none of the classes. */
  readonly groups?: readonly CommandGroupOptions[];
  /** Without `events` nothing is known of reactions, changes and deletions. */
  readonly client: Pick<Client, 'api' | 'user' | 'log'> & Partial<Pick<Client, 'events'>>;
  /** Keeps what has to outlive a restart; in memory unless it is given. */
  readonly store?: Store;
  /**
   * Whether a name that no command has is passed over, as usual, or answered with what it may mean: one command is run
   * when the author says yes, several are only listed.
   */
  readonly unknownCommands?: 'silent' | 'suggest';
  /** What becomes of answers when the message that called is changed or deleted; `false` for nothing. */
  readonly edits?: EditOptions | false;
  /** Told of each call that did not end well, after its answer. */
  onFailure?(failure: FailedInvocation, context: CommandContext): void;
  /** `false` leaves the built-in `help` out, for instance to put a command of one's own in its place. */
  readonly help?: false;
  /**
   * Adds the commands `settings` and `language`, by which a team, through those who hold MANAGE_TEAM, and each person
   * change how commands are called. What they settle is kept in the store, and wins over `teamSettings` and
   * `userSettings`.
   */
  readonly settingsCommands?: boolean;
  /** Who runs the bot, by id: they may use what `botOwner()` guards, and the built-in command `explain`. */
  readonly owners?: readonly UserId[];
  /** The short name of the language that is spoken where nobody chose; default `en`. */
  readonly language?: string;
  /** Languages beside English and German, or in their place, by short name. */
  readonly languages?: Readonly<Record<string, Texts>>;
  /** How calls that fail are answered. */
  readonly failureAnswers?: FailureAnswerOptions;
  /**
   * Whether messages of other bots call nothing, as usual, or call as those of people do: then at most 2 calls of one bot
   * in one channel are answered within 10 seconds, so that two bots cannot keep each other going.
   */
  readonly otherBots?: OtherBots;
}
