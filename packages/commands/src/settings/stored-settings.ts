import type { TeamId, UserId } from '@botwright/protocol';
import type { Namespace, Schema, Store } from '@botwright/store';
import type { TeamSettings, UserSettings } from '../team-settings.js';

/** What teams and people have settled by commands, in a store, so that it outlives a restart. */
export class StoredSettings {
  readonly #teams: Namespace<TeamSettings>;
  readonly #people: Namespace<UserSettings>;

  constructor(store: Store) {
    this.#teams = store.namespace('commands/teams', teamSchema);
    this.#people = store.namespace('commands/people', userSchema);
  }

  async ofTeam(teamId: TeamId): Promise<TeamSettings> {
    return (await this.#teams.get(teamId)) ?? {};
  }

  async ofUser(userId: UserId): Promise<UserSettings> {
    return (await this.#people.get(userId)) ?? {};
  }

  /** @returns What holds from now on. */
  async changeTeam(teamId: TeamId, change: (current: TeamSettings) => TeamSettings): Promise<TeamSettings> {
    return (await this.#teams.update(teamId, (current) => change(current ?? {}))) ?? {};
  }

  async setUser(userId: UserId, settings: UserSettings): Promise<void> {
    await this.#people.set(userId, settings);
  }
}

function isText(value: unknown): boolean {
  return typeof value === 'string';
}

function areTexts(value: unknown): boolean {
  return Array.isArray(value) && value.every(isText);
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

type Checks = Readonly<Record<string, (value: unknown) => boolean>>;

const teamChecks: Checks = {
  prefixes: areTexts,
  disabled: areTexts,
  aliases: (value) => isObject(value) && Object.values(value).every(isText),
  language: isText,
};

const teamSchema = schemaOf<TeamSettings>(teamChecks);
const userSchema = schemaOf<UserSettings>({ language: isText });

/** An object of these members, each of which may be missing; others are left out. */
function schemaOf<Settings>(checks: Checks): Schema<Settings> {
  const validate = (value: unknown) => {
    if (!isObject(value)) return { issues: [{ message: 'is no object' }] };
    const known = Object.entries(checks).filter(([member]) => Object.hasOwn(value, member));
    const wrong = known.find(([member, isRight]) => !isRight(value[member]));
    if (wrong !== undefined) return { issues: [{ message: 'is of another kind', path: [wrong[0]] }] };
    return { value: Object.fromEntries(known.map(([member]) => [member, value[member]])) as Settings };
  };
  return { '~standard': { validate } };
}
