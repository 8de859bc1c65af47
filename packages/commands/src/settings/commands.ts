import { text } from '../arguments/values.js';
import { codeSpan } from '../code-text.js';
import type { CommandContext } from '../context.js';
import { Arg, Command, CommandGroup, Rest } from '../decorators.js';
import { authorMay } from '../guards/permissions.js';
import { inTeam } from '../guards/place.js';
import { normaliseName } from '../names.js';
import type { TeamSettings } from '../team-settings.js';
import { inEach } from '../texts/languages.js';
import type { SettingsDesk } from './desk.js';

const mostNames = 100;
const group = 'settings';
const oneWord = () => text({ min: 1, max: 20, pattern: /^\S+$/u });

/** Each of these has the desk that its router made. */
abstract class SettingsCommand {
  constructor(protected readonly desk: SettingsDesk) {}

  protected change(context: CommandContext, change: (current: TeamSettings) => TeamSettings): Promise<TeamSettings> {
    return this.desk.changeTeam(context.teamId, change);
  }
}

@Command({ name: `${group} show`, summary: inEach(({ settings }) => settings.show) })
@CommandGroup({
  name: group,
  summary: inEach(({ settings }) => settings.group),
  guards: [inTeam(), authorMay('MANAGE_TEAM')],
  default: 'show',
})
class ShowSettings extends SettingsCommand {
  async run(context: CommandContext): Promise<void> {
    const { prefixes = [], aliases = {}, disabled = [] } = await this.desk.ofTeam(context.teamId);
    const { settings, name } = context.texts;
    const lines = [
      settings.prefixesAre(prefixes.length === 0 ? [context.prefix] : prefixes),
      settings.languageIs(name),
    ];
    const names = Object.entries(aliases).map(([alias, command]) => `${alias} = ${command}`);
    if (names.length > 0) lines.push(settings.aliasesAre(names));
    if (disabled.length > 0) lines.push(settings.disabledAre(disabled));
    await context.reply(lines.join('\n'));
  }
}

@Command({
  name: `${group} prefix`,
  summary: inEach(({ settings }) => settings.prefix),
  examples: [`${group} prefix ?`, `${group} prefix`],
})
class SetPrefix extends SettingsCommand {
  @Arg(
    oneWord().many({ min: 0, max: 5 }),
    inEach(({ settings }) => settings.prefixes),
  )
  prefixes!: string[];

  async run(context: CommandContext): Promise<void> {
    await this.change(context, ({ prefixes: _, ...others }) =>
      this.prefixes.length === 0 ? others : { ...others, prefixes: this.prefixes },
    );
    const { settings } = context.texts;
    await context.reply(settings.prefixesAre(this.prefixes.length === 0 ? [this.desk.usualPrefix] : this.prefixes));
  }
}

@Command({
  name: `${group} alias`,
  summary: inEach(({ settings }) => settings.alias),
  examples: [`${group} alias h help`, `${group} alias h`],
})
class SetAlias extends SettingsCommand {
  @Arg(
    oneWord(),
    inEach(({ settings }) => settings.aliasName),
  )
  alias!: string;

  @Rest(
    text().optional(),
    inEach(({ settings }) => settings.aliasCommand),
  )
  command?: string;

  async run(context: CommandContext): Promise<void> {
    const alias = normaliseName(this.alias);
    const answer = this.command === undefined ? this.remove(alias, context) : this.set(alias, this.command, context);
    await context.reply(await answer);
  }

  private async set(alias: string, command: string, context: CommandContext): Promise<string> {
    const { settings, help } = context.texts;
    const name = this.desk.nameOf(command);
    if (name === undefined) return help.unknown(command);
    if (alias === '' || this.desk.nameOf(alias) !== undefined) return settings.aliasTaken(alias);
    let isFull = false;
    await this.change(context, (current) => {
      const aliases = new Map(Object.entries(current.aliases ?? {}));
      isFull = aliases.size >= mostNames && !aliases.has(alias);
      return isFull ? current : { ...current, aliases: Object.fromEntries(aliases.set(alias, name)) };
    });
    return isFull ? settings.tooMany(mostNames) : settings.aliasSet(alias, name);
  }

  private async remove(alias: string, context: CommandContext): Promise<string> {
    let wasThere = false;
    await this.change(context, (current) => {
      const aliases = new Map(Object.entries(current.aliases ?? {}));
      wasThere = aliases.delete(alias);
      return { ...current, aliases: Object.fromEntries(aliases) };
    });
    const { settings } = context.texts;
    return wasThere ? settings.aliasGone(alias) : settings.aliasUnknown(alias);
  }
}

abstract class SwitchCommand extends SettingsCommand {
  @Rest(
    text({ max: 200 }),
    inEach(({ settings }) => settings.commandName),
  )
  name!: string;

  async run(context: CommandContext): Promise<void> {
    const name = this.desk.nameOf(this.name);
    await context.reply(name === undefined ? context.texts.help.unknown(this.name) : await this.turn(name, context));
  }

  protected abstract turn(name: string, context: CommandContext): Promise<string>;
}

@Command({
  name: `${group} disable`,
  summary: inEach(({ settings }) => settings.disable),
  examples: [`${group} disable help`],
})
class Disable extends SwitchCommand {
  protected async turn(name: string, context: CommandContext): Promise<string> {
    const { settings } = context.texts;
    if (name === group || name.startsWith(`${group} `)) return settings.keepsWorking(name);
    await this.change(context, ({ disabled = [], ...others }) => ({
      ...others,
      disabled: [...disabled.filter((one) => one !== name), name],
    }));
    return settings.isDisabled(name);
  }
}

@Command({
  name: `${group} enable`,
  summary: inEach(({ settings }) => settings.enable),
  examples: [`${group} enable help`],
})
class Enable extends SwitchCommand {
  protected async turn(name: string, context: CommandContext): Promise<string> {
    let wasDisabled = false;
    await this.change(context, ({ disabled = [], ...others }) => {
      wasDisabled = disabled.includes(name);
      return { ...others, disabled: disabled.filter((one) => one !== name) };
    });
    const { settings } = context.texts;
    return wasDisabled ? settings.isEnabled(name) : settings.notDisabled(name);
  }
}

abstract class LanguageCommand extends SettingsCommand {
  @Arg(
    oneWord().optional(),
    inEach(({ settings }) => settings.languageCode),
  )
  code?: string;

  async run(context: CommandContext): Promise<void> {
    await context.reply(await this.answer(context));
  }

  private async answer(context: CommandContext): Promise<string> {
    const { code } = this;
    const texts = code === undefined ? undefined : this.desk.textsIn(code);
    if (code !== undefined && texts === undefined) {
      return context.texts.hasToBe(codeSpan(code), context.texts.oneOf(this.desk.languageCodes));
    }
    await this.choose(texts?.code, context);
    const { settings, name } = texts ?? this.desk.usualTexts;
    return settings.languageIs(name);
  }

  protected abstract choose(language: string | undefined, context: CommandContext): Promise<unknown>;
}

@Command({
  name: `${group} language`,
  summary: inEach(({ settings }) => settings.language),
  examples: [`${group} language de`],
})
class SetLanguage extends LanguageCommand {
  protected choose(language: string | undefined, context: CommandContext): Promise<unknown> {
    return this.change(context, ({ language: _, ...others }) =>
      language === undefined ? others : { ...others, language },
    );
  }
}

@Command({
  name: 'language',
  summary: inEach(({ settings }) => settings.ownLanguage),
  examples: ['language de'],
})
class OwnLanguage extends LanguageCommand {
  protected choose(language: string | undefined, context: CommandContext): Promise<unknown> {
    return this.desk.setLanguageOf(context.author.id, language);
  }
}

/** The commands by which those with the right change how commands are called in their team. */
export const settingsCommands = [ShowSettings, SetPrefix, SetAlias, Disable, Enable, SetLanguage, OwnLanguage] as const;
