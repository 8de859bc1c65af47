/** What somebody is told: one text for all, or one a language by its short name, of which `en` is the one for all others. */
export type Wording = string | ({ readonly en: string } & Readonly<Record<string, string>>);

/** The text in a language, else the one for all. */
export function wordingIn(wording: Wording, language: string): string {
  if (typeof wording === 'string') return wording;
  return (Object.hasOwn(wording, language) ? wording[language] : undefined) ?? wording.en;
}
