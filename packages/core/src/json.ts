/** Shorter texts are parsed within milliseconds, however deep. */
const longestUnlooked = 128 * 1024;
/** Far deeper than anything the service has. */
const deepest = 1_000;

/**
 * Parses JSON that the service sent. Two megabytes of nothing but brackets would keep the process busy for a quarter of
 * a second, so nesting beyond all use is refused before it is parsed.
 * @throws {SyntaxError} for anything else than JSON too.
 */
export function parseJson(text: string): unknown {
  if (text.length > longestUnlooked && isTooDeep(text)) {
    throw new SyntaxError(`The JSON is nested more than ${deepest} levels deep`);
  }
  return JSON.parse(text);
}

function isTooDeep(text: string): boolean {
  let depth = 0;
  for (let index = 0; index < text.length; index += 1) {
    const sign = text[index];
    if (sign === '"') index = endOfString(text, index);
    else if (sign === '[' || sign === '{') depth += 1;
    else if (sign === ']' || sign === '}') depth -= 1;
    if (depth > deepest) return true;
  }
  return false;
}

/** Where the string ends that begins at `start`; the end of the text when it does not. */
function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end !== -1; end = text.indexOf('"', end + 1)) {
    if (!isEscaped(text, end)) return end;
  }
  return text.length;
}

/** An odd number of backslashes stands before it. */
function isEscaped(text: string, index: number): boolean {
  let first = index;
  while (text[first - 1] === '\\') first -= 1;
  return (index - first) % 2 === 1;
}
