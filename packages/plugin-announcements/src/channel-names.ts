import { ArgumentRefused, type ArgumentType, argumentType } from 'botwright';

const longestName = 100;

/** Names or ids of channels with commas between: `general,random`. */
export function channelNames(): ArgumentType<readonly string[]> {
  return argumentType({
    name: 'channels',
    parse(written) {
      const names = written.split(',').map((name) => name.trim());
      if (names.some((name) => name === '' || name.length > longestName)) {
        throw new ArgumentRefused('names of channels with commas between, such as general,random');
      }
      return names;
    },
  });
}
