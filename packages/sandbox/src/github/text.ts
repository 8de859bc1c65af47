const maxWords = 200;
const maxAddress = 500;

/** Control characters, and those that turn the direction of the text around them. */
const unprintable = /[\p{Cc}\u202a-\u202e\u2066-\u2069]+/gu;

/**
 * Shows words from outside as code, on one line: in no dialect is anything inside it read as Markdown. Mentions are
 * looked for in code too, so that what would be one is pulled apart by spaces without width.
 */
export function code(words: string): string {
  const line = words.replace(unprintable, ' ').replaceAll('`', "'").replaceAll(/\s+/g, ' ').trim();
  return `\`${shortened(line.replaceAll('@', '\u200b@\u200b')) || '?'}\``;
}

function shortened(line: string): string {
  const kept = line.length > maxWords ? `${line.slice(0, maxWords - 1)}…` : line;
  // Cutting may have halved a character.
  return kept.toWellFormed();
}

/** Our own words, as a link where the address is one of the web. */
export function link(words: string, address: string): string {
  const url = URL.parse(address);
  const href = url?.href.replaceAll(/[()[\]`@]/g, percentEncoded) ?? '';
  const isShown = (url?.protocol === 'https:' || url?.protocol === 'http:') && href.length <= maxAddress;
  return isShown ? `[${words}](${href})` : words;
}

function percentEncoded(character: string): string {
  return `%${character.charCodeAt(0).toString(16).toUpperCase()}`;
}
