/** Whether a UTF-16 code unit is Unicode white space. */
export function isWhiteSpace(code: number): boolean {
  if (code <= 0x20) return code === 0x20 || (code >= 0x09 && code <= 0x0d);
  if (code < 0x85) return false;
  return isUnicodeWhiteSpace(code);
}

function isUnicodeWhiteSpace(code: number): boolean {
  if (code >= 0x2000 && code <= 0x200a) return true;
  switch (code) {
    case 0x85:
    case 0xa0:
    case 0x1680:
    case 0x2028:
    case 0x2029:
    case 0x202f:
    case 0x205f:
    case 0x3000:
      return true;
    default:
      return false;
  }
}

/** The first index at or after `from` that holds no white space; the text's length when there is none. */
export function skipWhiteSpace(text: string, from: number): number {
  let index = from;
  while (index < text.length && isWhiteSpace(text.charCodeAt(index))) index++;
  return index;
}

/** The first index at or after `from` that holds white space; the text's length when there is none. */
export function endOfWord(text: string, from: number): number {
  let index = from;
  while (index < text.length && !isWhiteSpace(text.charCodeAt(index))) index++;
  return index;
}
