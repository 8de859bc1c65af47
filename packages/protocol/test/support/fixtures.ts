import { readdirSync, readFileSync } from 'node:fs';

const recorded = new URL('../recorded/', import.meta.url);
const facts = new URL('../facts/', import.meta.url);

function read<Content>(url: URL): Content {
  return JSON.parse(readFileSync(url, 'utf8')) as Content;
}

/** A recorded shape or table, by its file's name. */
export function readRecorded<Content>(name: string): Content {
  return read(new URL(`${name}.json`, recorded));
}

/** The names of the recorded files that start with this. */
export function recordedNames(prefix: string): string[] {
  return readdirSync(recorded)
    .map((file) => file.replace(/\.json$/, ''))
    .filter((name) => name.startsWith(prefix));
}

/** An example payload of each kind of event that a client receives. */
export const eventExamples = read<Record<string, Record<string, unknown>>>(new URL('event-examples.json', facts));

/** The operations that cause each kind of event. */
export const emittedBy = read<Record<string, string[]>>(new URL('emitted-by.json', facts));

/** A part of an example, by the way to it. */
export function exampleOf<Part = Record<string, unknown>>(kind: string, member: string): Part {
  return eventExamples[kind]?.[member] as Part;
}

export const exampleUser = exampleOf('USER_PROFILE_UPDATED', 'user');
