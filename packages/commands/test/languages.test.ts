import { OptionInvalid } from '@botwright/core';
import { describe, expect, test } from 'vitest';
import {
  Arg,
  boolean,
  Command,
  type CommandContext,
  type Duration,
  dateTime,
  de,
  duration,
  en,
  integer,
  member,
  Needs,
  Rest,
  type Texts,
} from '../src/index.js';
import { TestTeam } from './support/team.js';

@Command({ name: 'mute', summary: { en: 'Mute somebody.', de: 'Jemanden stummschalten.' }, examples: ['mute 10m yes'] })
class Mute {
  @Arg(duration({ max: '28d' }), { en: 'how long', de: 'wie lange' }) length!: Duration;
  @Arg(boolean().default(true), 'really') sure!: boolean;

  async run(context: CommandContext): Promise<void> {
    await context.reply(`${this.length.ms} ${this.sure}`);
  }
}

@Command({ name: 'kick', summary: 'Kick.' })
@Needs('KICK_MEMBERS')
class Kick {
  run(): void {}
}

@Command({ name: 'greet', summary: 'Greet.' })
class Greet {
  @Arg(member(), 'whom') whom!: { id: string };
  @Arg(integer(), 'how often') times!: number;

  run(): void {}
}

@Command({ name: 'when', summary: 'Tell when.' })
class When {
  @Rest(dateTime({ zone: 'Europe/Berlin' }), 'when') at!: Date;

  async run(context: CommandContext): Promise<void> {
    await context.reply(this.at.toISOString());
  }
}

async function answerTo(content: string, options = {}): Promise<string> {
  const team = new TestTeam();
  await team.says(team.commands([Mute, Kick, Greet, When], options), content);
  return team.lastText ?? '';
}

const german = { language: 'de' };

describe('the language', () => {
  // It is Thursday, 1:00 in Berlin.
  test.each([
    ['jetzt', '2026-01-01T00:00:00.000Z'],
    ['heute', '2025-12-31T23:00:00.000Z'],
    ['übermorgen 9:30', '2026-01-03T08:30:00.000Z'],
    ['Morgen um 18 Uhr', '2026-01-02T17:00:00.000Z'],
    ['um 18:30 Uhr', '2026-01-01T17:30:00.000Z'],
    ['Vorgestern', '2025-12-29T23:00:00.000Z'],
    ['am Freitag um 8:00', '2026-01-02T07:00:00.000Z'],
    ['nächsten Sonnabend', '2026-01-02T23:00:00.000Z'],
    ['in 2 Stunden', '2026-01-01T02:00:00.000Z'],
    ['vor 3 Tagen', '2025-12-29T00:00:00.000Z'],
    ['24.12.2026 18 Uhr', '2026-12-24T17:00:00.000Z'],
    ['tomorrow at 6pm', '2026-01-02T17:00:00.000Z'],
  ])('is understood in dates as well: %s', async (written, instant) => {
    expect(await answerTo(`!when ${written}`, german)).toBe(instant);
  });

  test.each(['heute', 'vor 3 Tagen', '18 Uhr', '32.1.2026'])('is not mixed up with another: %s', async (written) => {
    expect(await answerTo(`!when ${written}`)).toContain('has to be a date or time');
  });

  test('of the bot is spoken where nobody chose another', async () => {
    expect(await answerTo('!mute bald', german)).toBe(
      [
        '`length` muss eine Dauer wie 10m, 1h30m oder "2 Tage" sein.',
        '```text',
        '!mute bald',
        '      ^^^^',
        '```',
        'Aufruf: `!mute <length> [sure=true]`',
        'Beispiel: `!mute 10m yes`',
        'Mehr: `!help mute`',
      ].join('\n'),
    );
    expect(await answerTo('!kick', german)).toBe('Dir fehlt das Recht, Mitglieder zu entfernen.');
    expect((await answerTo('!greet zoe 1', german)).split('\n')[0]).toBe('`whom`: Mitglied nicht gefunden.');
  });

  test('of help is that of the reader, with what commands say of themselves in it', async () => {
    expect(await answerTo('!help', german)).toContain('- `!mute`: Jemanden stummschalten.\n');
    expect(await answerTo('!help', german)).toContain('- `!help`: Zeigt, was du hier tun kannst');
    expect(await answerTo('!help mute', german)).toContain('- `length` (Dauer): wie lange');
    expect(await answerTo('!help mute')).toContain('- `length` (duration): how long');
    expect(await answerTo('!help kick', german)).toContain('Kick.');
  });

  test.each([
    ['!mute 2h nein', '7200000 false'],
    ['!mute "2 Stunden und 5 Minuten" AUS', '7500000 false'],
    ['!mute 1t ja', '86400000 true'],
    ['!mute "3 Tage" yes', '259200000 true'],
    ['!mute 1d2h no', '93600000 false'],
  ])('reads the words of %j in it, and the English ones', async (content, answer) => {
    expect(await answerTo(content, german)).toBe(answer);
  });

  test('P16 of others is not read', async () => {
    expect(await answerTo('!mute 2h nein')).toContain('`sure` has to be yes or no.');
    expect(await answerTo('!mute "2 Stunden"')).toContain('`length` has to be a duration');
  });

  test('of the person wins over that of the team, and that over the bot’s', async () => {
    const teamSettings = () => ({ language: 'de' });
    expect(await answerTo('!kick', { teamSettings })).toContain('Dir fehlt');
    const userSettings = (userId: string) => (userId === 'ada-id' ? { language: 'en' } : {});
    expect(await answerTo('!kick', { teamSettings, userSettings })).toContain('You lack');
    expect(await answerTo('!kick', { userSettings: () => ({ language: 'constructor' }) })).toContain('You lack');
  });

  test('may be one of somebody’s own, and has to be there', async () => {
    const pirate: Texts = { ...en, code: 'pirate', youLack: () => 'Arr!' };
    expect(await answerTo('!kick', { languages: { pirate }, language: 'pirate' })).toBe('Arr!');
    expect(() => new TestTeam().commands([Kick], { language: 'xx' })).toThrow(OptionInvalid);
  });

  test('P28 German says something else than English wherever it says more than a word, and leaves nothing out', () => {
    const same = pathsOf(en).filter((path) => {
      const [one, other] = [valueAt(en, path), valueAt(de, path)];
      expect(typeof other, path).toBe(typeof one);
      return typeof one === 'string' && one === other && one.includes(' ');
    });
    expect(same).toEqual([]);
    expect(pathsOf(de).sort()).toEqual(pathsOf(en).sort());
  });
});

function pathsOf(texts: object, before = ''): string[] {
  return Object.entries(texts).flatMap(([key, value]) => {
    if (Array.isArray(value)) return [before + key];
    return typeof value === 'object' ? pathsOf(value, `${before}${key} > `) : [before + key];
  });
}

function valueAt(texts: object, path: string): unknown {
  return path.split(' > ').reduce<unknown>((value, key) => Reflect.get(value as object, key), texts);
}
