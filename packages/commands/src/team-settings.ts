import type { Clock } from '@botwright/clock';
import type { Api, Logger } from '@botwright/core';
import type { RoleId, TeamId, UserId } from '@botwright/protocol';
import { Cached } from './cached.js';
import { normaliseName } from './names.js';
import { type Prefix, Prefixes } from './prefixes.js';
import type { Texts } from './texts/en.js';
import { phraseIn } from './texts/phrases.js';

/** What a team has settled about commands. */
export interface TeamSettings {
  /** In place of the bot's own; those stay when this is left out or empty. */
  readonly prefixes?: readonly string[];
  /** Other names for commands, each one word: `{ tempban: 'ban' }`. A command's own name wins over an alias. */
  readonly aliases?: Readonly<Record<string, string>>;
  /** Names of commands and groups that are unknown in this team. */
  readonly disabled?: readonly string[];
  /** What commands speak here, by the short name of the language. */
  readonly language?: string;
}

/** What a person has settled. */
export interface UserSettings {
  /** What commands speak with this person, wherever that is. */
  readonly language?: string;
}

/** Where settings come from, beside the code. What is given is kept for a minute, or until it is forgotten. */
export interface SettingsSources {
  /** Settings of a team, read when somebody first speaks in it. */
  teamSettings?(teamId: TeamId): TeamSettings | Promise<TeamSettings>;
  /** Prefixes of one person, beside those of the place. */
  userPrefixes?(userId: UserId): readonly string[] | Promise<readonly string[]>;
  /** Settings of one person, which win over those of the team. */
  userSettings?(userId: UserId): UserSettings | Promise<UserSettings>;
}

/** How commands are called in one place by one person. */
export interface CallRules {
  readonly prefixes: Prefixes;
  /** Names by alias, normalised. */
  readonly aliases: ReadonlyMap<string, string>;
  /** Normalised. */
  readonly disabled: ReadonlySet<string>;
  /** In the language of the person, else of the team, else of the bot. */
  readonly texts: Texts;
}

/** What one person brings along, wherever they speak. */
interface OwnRules {
  readonly prefixes: Prefixes;
  readonly texts: Texts | undefined;
}

interface BookOptions extends SettingsSources {
  readonly prefixes: readonly Prefix[];
  readonly ignorePrefixCase: boolean;
  /** By short name. */
  readonly languages: Readonly<Record<string, Texts>>;
  /** What is spoken where nobody chose. */
  readonly texts: Texts;
  readonly clock: Clock;
  readonly log: Logger;
  readonly api: Api;
}

const nothing: TeamSettings = {};

/** The rules of each team and person, put together from what code, team and person say. */
export class SettingsBook {
  /** What holds where nobody settled anything. */
  readonly usual: CallRules;
  /** What is usual holds everywhere. */
  private readonly isAllUsual: boolean;
  private readonly teams: Cached<CallRules>;
  private readonly users: Cached<OwnRules>;
  private readonly roles: Cached<ReadonlySet<RoleId>>;

  constructor(private readonly options: BookOptions) {
    const { clock, prefixes, ignorePrefixCase, texts } = options;
    this.isAllUsual = [options.teamSettings, options.userPrefixes, options.userSettings].every(
      (one) => one === undefined,
    );
    const noNames = { aliases: new Map<string, string>(), disabled: new Set<string>() };
    this.usual = { prefixes: new Prefixes(prefixes, ignorePrefixCase), ...noNames, texts };
    this.teams = new Cached((teamId) => this.readTeam(teamId), clock);
    this.users = new Cached((userId) => this.readUser(userId), clock);
    this.roles = new Cached((key) => this.readBotRoles(key), clock);
  }

  /** The prefix that code says, to show where nobody's own is known. */
  get shown(): string | undefined {
    return this.usual.prefixes.shown;
  }

  /** No promise when everything is known. A source that fails is logged, and what code says holds. */
  rulesFor(teamId: TeamId | null, userId: UserId): CallRules | Promise<CallRules> {
    if (this.isAllUsual) return this.usual;
    const { teamSettings, userPrefixes, userSettings } = this.options;
    const ofTeam = teamSettings === undefined || teamId === null ? this.usual : this.teams.get(teamId);
    const isAnybodys = userPrefixes === undefined && userSettings === undefined;
    const ofUser = isAnybodys ? undefined : this.users.get(userId);
    if (!(ofTeam instanceof Promise) && !(ofUser instanceof Promise)) return joined(ofTeam, ofUser);
    return Promise.all([ofTeam, ofUser]).then(([team, user]) => joined(team, user));
  }

  /** What is known already, for those who cannot wait. */
  knownRulesFor(teamId: TeamId | null, userId: UserId): CallRules {
    const rules = this.rulesFor(teamId, userId);
    return rules instanceof Promise ? this.usual : rules;
  }

  /** Whether a role is the bot's own, as the service says in the role. */
  async isBotRole(teamId: TeamId, roleId: RoleId, botId: UserId): Promise<boolean> {
    return (await this.roles.get(`${teamId} ${botId}`)).has(roleId);
  }

  forgetTeam(teamId: TeamId): void {
    this.teams.forget(teamId);
  }

  forgetUser(userId: UserId): void {
    this.users.forget(userId);
  }

  private async readTeam(teamId: TeamId): Promise<CallRules> {
    const settings = await this.guarded({ teamId }, nothing, () => this.options.teamSettings?.(teamId) ?? nothing);
    const { prefixes = [], aliases = {}, disabled = [], language } = settings;
    return {
      prefixes: prefixes.length === 0 ? this.usual.prefixes : this.readable(prefixes),
      aliases: new Map(Object.entries(aliases).map(([alias, name]) => [normaliseName(alias), name])),
      disabled: new Set(disabled.map(normaliseName)),
      texts: this.textsIn(language) ?? this.usual.texts,
    };
  }

  private async readUser(userId: UserId): Promise<OwnRules> {
    const { userPrefixes, userSettings } = this.options;
    const prefixes = await this.guarded({ userId }, [], () => userPrefixes?.(userId) ?? []);
    const { language } = await this.guarded<UserSettings>({ userId }, {}, () => userSettings?.(userId) ?? {});
    return { prefixes: this.readable(prefixes), texts: this.textsIn(language) };
  }

  /** A language that was chosen once may be gone. */
  private textsIn(language: string | undefined): Texts | undefined {
    return language === undefined ? undefined : phraseIn(this.options.languages, language);
  }

  /** Blank ones are left out: what somebody stored must not stop the bot from answering. */
  private readable(prefixes: readonly string[]): Prefixes {
    return new Prefixes(
      prefixes.filter((prefix) => prefix.trim() !== ''),
      this.options.ignorePrefixCase,
    );
  }

  private async guarded<Value>(whose: object, otherwise: Value, ask: () => Value | Promise<Value>): Promise<Value> {
    try {
      return await ask();
    } catch (error) {
      this.options.log.warn(
        { err: error, ...whose },
        'settings for commands could not be read; those of the code hold',
      );
      return otherwise;
    }
  }

  private async readBotRoles(key: string): Promise<ReadonlySet<RoleId>> {
    const [teamId = '', botId] = key.split(' ');
    const roles = await this.guarded({ teamId }, [], () => this.options.api.roles.list(teamId));
    return new Set(roles.filter(({ botScope }) => botScope.userId === botId).map(({ id }) => id));
  }
}

function joined(rules: CallRules, own: OwnRules | undefined): CallRules {
  if (own === undefined) return rules;
  return { ...rules, prefixes: rules.prefixes.with(own.prefixes), texts: own.texts ?? rules.texts };
}
