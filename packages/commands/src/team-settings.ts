import type { Clock } from '@botwright/clock';
import type { Api, Logger } from '@botwright/core';
import type { RoleId, TeamId, UserId } from '@botwright/protocol';
import { Cached } from './cached.js';
import { normaliseName } from './names.js';
import { type Prefix, Prefixes } from './prefixes.js';

/** What a team has settled about commands. */
export interface TeamSettings {
  /** In place of the bot's own; those stay when this is left out or empty. */
  readonly prefixes?: readonly string[];
  /** Other names for commands, each one word: `{ tempban: 'ban' }`. A command's own name wins over an alias. */
  readonly aliases?: Readonly<Record<string, string>>;
  /** Names of commands and groups that are unknown in this team. */
  readonly disabled?: readonly string[];
}

/** Where settings come from, beside the code. What is given is kept for a minute, or until it is forgotten. */
export interface SettingsSources {
  /** Settings of a team, read when somebody first speaks in it. */
  teamSettings?(teamId: TeamId): TeamSettings | Promise<TeamSettings>;
  /** Prefixes of one person, beside those of the place. */
  userPrefixes?(userId: UserId): readonly string[] | Promise<readonly string[]>;
}

/** How commands are called in one place by one person. */
export interface CallRules {
  readonly prefixes: Prefixes;
  /** Names by alias, normalised. */
  readonly aliases: ReadonlyMap<string, string>;
  /** Normalised. */
  readonly disabled: ReadonlySet<string>;
}

interface BookOptions extends SettingsSources {
  readonly prefixes: readonly Prefix[];
  readonly ignorePrefixCase: boolean;
  readonly clock: Clock;
  readonly log: Logger;
  readonly api: Api;
}

const nothing: TeamSettings = {};

/** The rules of each team and person, put together from what code, team and person say. */
export class SettingsBook {
  private readonly usual: CallRules;
  private readonly teams: Cached<CallRules>;
  private readonly users: Cached<Prefixes>;
  private readonly roles: Cached<ReadonlySet<RoleId>>;

  constructor(private readonly options: BookOptions) {
    const { clock, prefixes, ignorePrefixCase } = options;
    const noNames = { aliases: new Map<string, string>(), disabled: new Set<string>() };
    this.usual = { prefixes: new Prefixes(prefixes, ignorePrefixCase), ...noNames };
    this.teams = new Cached((teamId) => this.readTeam(teamId), clock);
    this.users = new Cached((userId) => this.readUser(userId), clock);
    this.roles = new Cached((key) => this.readBotRoles(key), clock);
  }

  /** Whether rules are the same everywhere, so that nobody has to be asked. */
  get isFixed(): boolean {
    return this.options.teamSettings === undefined && this.options.userPrefixes === undefined;
  }

  /** No promise when everything is known. A source that fails is logged, and what code says holds. */
  rulesFor(teamId: TeamId | null, userId: UserId): CallRules | Promise<CallRules> {
    const { teamSettings, userPrefixes } = this.options;
    const ofTeam = teamSettings === undefined || teamId === null ? this.usual : this.teams.get(teamId);
    const ofUser = userPrefixes === undefined ? undefined : this.users.get(userId);
    if (!(ofTeam instanceof Promise) && !(ofUser instanceof Promise)) return joined(ofTeam, ofUser);
    return Promise.all([ofTeam, ofUser]).then(([team, user]) => joined(team, user));
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
    const { prefixes = [], aliases = {}, disabled = [] } = settings;
    return {
      prefixes: prefixes.length === 0 ? this.usual.prefixes : this.readable(prefixes),
      aliases: new Map(Object.entries(aliases).map(([alias, name]) => [normaliseName(alias), name])),
      disabled: new Set(disabled.map(normaliseName)),
    };
  }

  private async readUser(userId: UserId): Promise<Prefixes> {
    return this.readable(await this.guarded({ userId }, [], () => this.options.userPrefixes?.(userId) ?? []));
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

function joined(rules: CallRules, own: Prefixes | undefined): CallRules {
  return own === undefined ? rules : { ...rules, prefixes: rules.prefixes.with(own) };
}
