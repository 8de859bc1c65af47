const mark = '[redacted]';

/**
 * What a bot token of the service looks like (observed once): `tly_` and dotted parts.
 * It stops where another begins: else a text of many beginnings would be read in quadratic time.
 */
const tokenShape = /\btly_(?:(?!\btly_)[\w-])+(?:\.[\w-]+){2,}/g;

/** Makes a function that takes these secrets, however they are spelled, and whatever looks like a token out of a text. */
export function secretsRemover(secrets: readonly string[]): (text: string) => string {
  const spellings = [...new Set(secrets.flatMap(spellingsOf))];
  return (text) => {
    let clean = text;
    for (const spelling of spellings) clean = clean.replaceAll(spelling, mark);
    return clean.replace(tokenShape, mark);
  };
}

function spellingsOf(secret: string): string[] {
  const inJson = JSON.stringify(secret).slice(1, -1);
  return [secret, inJson, encodeURIComponent(secret), Buffer.from(secret).toString('base64')];
}
