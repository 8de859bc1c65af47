import type { CommandClass } from './command-class.js';
import type { CommandsOptions } from './commands-options.js';
import { ExplainCommand } from './explain/command.js';
import type { ExplainPlace, Explanation } from './explain/explain.js';
import { Help } from './help.js';
import { settingsCommands } from './settings/commands.js';
import type { SettingsDesk } from './settings/desk.js';

/** What built-in commands need of the others. */
export interface BuiltInParts {
  /** Where there are no commands for settings there is none. */
  readonly desk: SettingsDesk | undefined;
  explain(text: string, place: ExplainPlace): Promise<Explanation>;
}

type SettingsCommandClass = new (desk: SettingsDesk | undefined) => object;

/** The classes of the commands that every bot has, as far as its options want them. */
export function builtInsOf({ help, settingsCommands: hasSettings, owners = [] }: CommandsOptions): CommandClass[] {
  return [
    ...(help === false ? [] : [Help]),
    ...(hasSettings ? settingsCommands : []),
    ...(owners.length > 0 ? [ExplainCommand] : []),
  ];
}

/** Makes one of them for one call. */
export function makeBuiltIn(commandClass: CommandClass, { desk, explain }: BuiltInParts): object {
  if (commandClass === Help) return new Help();
  if (commandClass === ExplainCommand) return new ExplainCommand(explain);
  return new (commandClass as SettingsCommandClass)(desk);
}
