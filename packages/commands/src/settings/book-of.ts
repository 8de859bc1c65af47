import { systemClock } from '@botwright/clock';
import { OptionInvalid } from '@botwright/core';
import type { TeamId, UserId } from '@botwright/protocol';
import type { CommandsOptions } from '../commands-options.js';
import { SettingsBook, type SettingsSources } from '../team-settings.js';
import type { Texts } from '../texts/en.js';
import { languages } from '../texts/languages.js';
import { phraseIn } from '../texts/phrases.js';
import type { StoredSettings } from './stored-settings.js';

/**
 * The settings of the places where these commands are called.
 *
 * @throws {OptionInvalid} for a blank prefix, and for a language that is not there.
 */
export function settingsBookOf(options: CommandsOptions, stored: StoredSettings | undefined): SettingsBook {
  const { prefix, client, clock = systemClock, language = 'en' } = options;
  const spoken: Readonly<Record<string, Texts>> = { ...languages, ...options.languages };
  const texts = phraseIn(spoken, language);
  if (texts === undefined) throw new OptionInvalid('language', language, `one of ${Object.keys(spoken).join(', ')}`);
  return new SettingsBook({
    prefixes: Array.isArray(prefix) ? prefix : [prefix],
    ignorePrefixCase: options.prefixCase === 'ignored',
    languages: spoken,
    texts,
    clock,
    log: client.log,
    api: client.api,
    ...sourcesOf(options, stored),
  });
}

/** What commands have settled wins over what code says. */
function sourcesOf(options: CommandsOptions, stored: StoredSettings | undefined): SettingsSources {
  const { teamSettings, userPrefixes, userSettings } = options;
  const ofTeam = async (teamId: TeamId) => ({
    ...(await teamSettings?.call(options, teamId)),
    ...(await stored?.ofTeam(teamId)),
  });
  const ofUser = async (userId: UserId) => ({
    ...(await userSettings?.call(options, userId)),
    ...(await stored?.ofUser(userId)),
  });
  return {
    ...(stored === undefined ? teamSettings && { teamSettings: teamSettings.bind(options) } : { teamSettings: ofTeam }),
    ...(stored === undefined ? userSettings && { userSettings: userSettings.bind(options) } : { userSettings: ofUser }),
    ...(userPrefixes && { userPrefixes: userPrefixes.bind(options) }),
  };
}
