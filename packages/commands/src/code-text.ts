/** What could end the code early, change the direction of reading, or move what stands behind it. */
const unsafe = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}`]/gu;

/** Makes a text safe inside code: one visible character for each that is invisible, a harmless one for a backtick. */
export function neutralise(text: string): string {
  return text.replace(unsafe, (character) => {
    if (character === '`') return 'ˋ';
    return character === '\t' ? ' ' : '\ufffd';
  });
}

/** A text of anybody's, as inline code: no formatting, no links, no way out. */
export function codeSpan(text: string): string {
  return `\`${neutralise(text) || ' '}\``;
}

/** Lines of anybody's text as a code block. */
export function codeBlock(...lines: readonly string[]): string {
  return ['```text', ...lines.map(neutralise), '```'].join('\n');
}
