import { mention, mentionPattern, type UserId } from '@botwright/protocol';

type Names = ReadonlyMap<UserId, string>;

/** Turns `@name` into the mention the service knows, for the names given. Other words stay as they are. */
export function writeMentions(text: string, names: Names): string {
  const idByName = new Map([...names].map(([id, name]) => [name.toLowerCase(), id]));
  return text.replace(/(?<![\w@<])@([\w.-]*\w)/g, (word, name: string) => {
    const id = idByName.get(name.toLowerCase());
    return id === undefined ? word : mention(id);
  });
}

/** The other way round, for editing: a mention of somebody known becomes `@name`. */
export function readMentions(content: string, names: Names): string {
  return content.replace(mentionPattern, (whole, id: string) => {
    const name = names.get(id);
    return name === undefined ? whole : `@${name}`;
  });
}
