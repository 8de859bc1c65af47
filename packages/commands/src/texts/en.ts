import { codeSpan } from '../code-text.js';

const choicesNamed = 10;

/** Everything that commands say to people, in English. A second language is a second object of this type. */
export const en = {
  /** What a built-in argument type wants, by the key that its refusal carries. */
  wanted: {
    integer: 'a whole number such as 3',
    number: 'a number such as 3 or 2.5',
    bigint: 'a whole number such as 12345678901234567890',
    boolean: 'yes or no',
    duration: 'a duration such as 10m, 1h30m or "2 days"',
    pattern: 'a text of the right form',
    range: 'a range such as 3-7',
    url: 'a web address such as https://example.org',
    email: 'an email address such as ada@example.org',
    colour: 'a colour such as #ff8800, orange or rgb(255, 136, 0)',
    date: 'a date or time such as 2026-12-24 18:00, tomorrow 9:30 or "in 2 hours"',
    id: 'an id',
    json: 'JSON such as {"a": 1}',
    regex: 'a regular expression such as /ab+c/i',
    code: 'code between ``` marks',
    list: 'values with commas between, such as a,b',
    map: 'names with values, such as a=1,b=2',
    emoji: 'an emoji, or the name of a reaction of this team',
    member: 'one member: a mention, an id or a name',
    user: 'one user: a mention, an id, or the name of a member',
    noBot: 'a person, not a bot',
    notSelf: 'somebody else than you',
    role: 'one role: an id or a name',
    channel: 'one channel: an id or a name',
    category: 'one category: an id or a name',
    team: 'a team that I am in: an id or a name',
    message: 'a message: its id or its link',
    'todo item': 'a to-do item: its id or its text',
    announcement: 'an announcement: its id or its title',
    attachment: 'a file of the right kind',
  },
  hasToBe: (name: string, wanted: string) => `${name} has to be ${wanted}.`,
  hasToBeLong: (name: string, span: string, length: number) =>
    `${name} has to be ${span} characters long, and is ${length}.`,
  atMost: (most: string | number) => `at most ${most}`,
  atLeast: (least: string | number) => `at least ${least}`,
  fromTo: (least: string | number, most: string | number) => `from ${least} to ${most}`,
  oneOf(choices: readonly string[]): string {
    const named = choices.slice(0, choicesNamed).map(codeSpan).join(', ');
    return choices.length > choicesNamed ? `one of ${named}, …` : `one of ${named}`;
  },
  didYouMean: (near: readonly string[]) => `Did you mean ${near.slice(0, choicesNamed).map(codeSpan).join(' or ')}?`,
  notFound: (name: string, wanted: string) => `${name}: there is no such ${wanted}.`,
  noAccess: (name: string, wanted: string) => `${name}: I am not allowed to look for that ${wanted}.`,
  ambiguous(name: string, wanted: string, candidates: readonly string[], count: number): string {
    const names = candidates.map(codeSpan).join(', ');
    const more = count > candidates.length ? ', …' : '';
    return `${name} fits ${count} ${wanted}s: ${names}${more}. Write the whole name, or the id.`;
  },
  missing: (name: string) => `${name} is missing.`,
  unexpected: 'This is one argument too many. Put quotes around words that belong together.',
  optionUnknown: (name: string) => `There is no option ${name}.`,
  optionValueMissing: (name: string) => `${name} needs a value behind it.`,
  optionRepeated: (name: string) => `${name} is given twice.`,
  quoteUnclosed: 'This quote is never closed. Close it, or put a backslash before it.',
  tooLong: (most: number) => `This is too long: ${most} characters are the most I read.`,
  tooManyWords: (most: number) => `These are too many words: ${most} are the most I read.`,
  tooManyOptions: (most: number) => `These are too many options: ${most} are the most I read.`,
  this: 'This',
  usage: (usages: readonly string[]) => `Usage: ${usages.map(codeSpan).join(' or ')}`,
  example: (example: string) => `Example: ${codeSpan(example)}`,
  more: (help: string) => `More: ${codeSpan(help)}`,
  teamOnly: 'This works in a team only.',
  youLack: (permissions: string) => `You lack the permission to ${permissions}.`,
  iLack: (permissions: string) => `I lack the permission to ${permissions}. Somebody has to give it to my role.`,
  notAllowed: 'I am not allowed to do that here.',
  gone: 'What this is about is not there, or not any more.',
  failed: (reference: string) => `Something went wrong. Reference: ${codeSpan(reference)}`,
  and: (words: readonly string[]) =>
    words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`,
  help: {
    overview: (prefix: string) => `My prefix is ${codeSpan(prefix)}. Here you can use:`,
    nothingHere: 'Nothing of this is for you here.',
    also: (aliases: string) => `Also: ${aliases}`,
    needs: (permissions: string) => `You and I need the permission to ${permissions}.`,
    examples: (examples: string) => `Examples: ${examples}`,
    unknown: (name: string) => `There is no command ${codeSpan(name)}.`,
    didYouMean: (names: readonly string[]) => `Did you mean ${names.map(codeSpan).join(' or ')}?`,
    details: (help: string) => `More about one: ${codeSpan(help)}`,
    or: (short: string) => ` or ${codeSpan(short)}`,
  },
};

export type Texts = typeof en;

/** The phrase for what a refusal says was wanted; a type of somebody's own brings its own words. */
export function wantedPhrase(texts: Texts, wanted: string): string {
  const phrases: Readonly<Record<string, string>> = texts.wanted;
  return Object.hasOwn(phrases, wanted) ? (phrases[wanted] ?? wanted) : wanted;
}
