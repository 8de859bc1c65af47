import type { TeamId, UserId } from '@botwright/protocol';
import type { Registry } from '../registry.js';
import type { TeamSettings } from '../team-settings.js';
import type { Texts } from '../texts/en.js';
import { phraseIn } from '../texts/phrases.js';
import type { StoredSettings } from './stored-settings.js';

interface DeskParts {
  readonly stored: StoredSettings;
  readonly registry: Registry;
  readonly languages: Readonly<Record<string, Texts>>;
  usualPrefix(): string;
  readonly usualTexts: Texts;
  /** Told of what has changed, so that it holds from the next message on. */
  forgetTeam(teamId: TeamId): void;
  forgetUser(userId: UserId): void;
}

/** Where the settings commands change what a team or a person has settled. */
export class SettingsDesk {
  constructor(private readonly parts: DeskParts) {}

  ofTeam(teamId: TeamId): Promise<TeamSettings> {
    return this.parts.stored.ofTeam(teamId);
  }

  async changeTeam(teamId: TeamId, change: (current: TeamSettings) => TeamSettings): Promise<TeamSettings> {
    const settings = await this.parts.stored.changeTeam(teamId, change);
    this.parts.forgetTeam(teamId);
    return settings;
  }

  async setLanguageOf(userId: UserId, language: string | undefined): Promise<void> {
    await this.parts.stored.setUser(userId, language === undefined ? {} : { language });
    this.parts.forgetUser(userId);
  }

  /** The whole name of the command or group that somebody names, turned off or not; nothing when there is none. */
  nameOf(written: string): string | undefined {
    const match = this.parts.registry.find(written);
    if (match === undefined || match.end < written.trimEnd().length) return undefined;
    return match.kind === 'command' ? match.command.name : match.group.name;
  }

  textsIn(language: string): Texts | undefined {
    return phraseIn(this.parts.languages, language.toLowerCase());
  }

  get languageCodes(): string[] {
    return Object.keys(this.parts.languages);
  }

  /** What is spoken where nobody chose. */
  get usualTexts(): Texts {
    return this.parts.usualTexts;
  }

  /** What commands begin with where nobody settled anything. */
  get usualPrefix(): string {
    return this.parts.usualPrefix();
  }
}
