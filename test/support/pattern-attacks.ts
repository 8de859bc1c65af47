import fc from 'fast-check';

const pumpedLength = 20_000;

const pieceOfPattern =
  /\\u\{[\da-f]+\}|\\u[\da-f]{4}|\\x[\da-f]{2}|\\[pP]\{[^}]*\}|\\[\s\S]|\[(?:\\[\s\S]|[^\]\\])*\]|\(\?<?[=!]|\(\?:|\(\?<\w+>|\{\d+,?\d*\}\??|[()|^$*+?]|[\s\S]/giu;

const namedClasses = new Map([
  ['\\d', '05'],
  ['\\D', 'x-'],
  ['\\s', ' \t\n'],
  ['\\S', 'x0-'],
  ['\\w', 'a_0'],
  ['\\W', '- '],
  ['\\n', '\n'],
  ['\\t', '\t'],
  ['\\b', ''],
  ['\\B', ''],
  ['.', 'x.'],
]);

/** A text that makes a pattern go back as often as it can: one piece again and again, then a misfit. */
export interface Attack {
  readonly start: string;
  readonly pump: string;
  readonly end: string;
}

/** Attacks made of a pattern's own pieces. */
export function attacksOn(pattern: RegExp): fc.Arbitrary<Attack> {
  const alphabets = [...pattern.source.matchAll(pieceOfPattern)]
    .map(([piece]) => charactersOf(piece))
    .filter((characters) => characters.length > 0);
  const all = [...new Set([...alphabets.flat(), '\0'])];
  const run = fc
    .tuple(fc.nat(alphabets.length), fc.integer({ min: 1, max: 8 }), fc.nat(12))
    .map(([from, length, choice]) => spelled(alphabets.slice(from, from + length), choice));
  const mixed = fc.array(fc.constantFrom(...all), { minLength: 1, maxLength: 4 }).map((few) => few.join(''));
  const piece = fc.oneof(run, mixed);
  const ending = fc.oneof(fc.constantFrom('', '\n', '\0', '!'), piece);
  return fc.record({ start: fc.oneof(fc.constant(''), piece), pump: piece.filter((text) => text !== ''), end: ending });
}

function spelled(alphabets: readonly (readonly string[])[], choice: number): string {
  return alphabets.map((characters) => characters[choice % characters.length]).join('');
}

/** Some characters that a piece of a pattern takes; none for what only groups, repeats or looks. */
function charactersOf(piece: string): string[] {
  const named = namedClasses.get(piece);
  if (named !== undefined) return [...named];
  if (/^\\[pP]/.test(piece)) return ['é', '9', '👍'];
  const code = /^\\[ux]\{?([\da-f]+)\}?$/i.exec(piece)?.[1];
  if (code !== undefined) return [String.fromCodePoint(Number.parseInt(code, 16))];
  if (piece.length > 1 && piece.startsWith('[')) return charactersIn(piece);
  if (piece.startsWith('\\')) return [piece.slice(1)];
  return /^(?:\(.*|[)|^$*+?]|\{.*\}\??)$/.test(piece) ? [] : [piece];
}

/** Members of a class, the ends of its ranges among them; for one that excludes, others as well. */
function charactersIn(bracketed: string): string[] {
  const isExcluding = bracketed.startsWith('[^');
  const members =
    bracketed.slice(isExcluding ? 2 : 1, -1).match(/\\u\{[\da-f]+\}|\\[ux][\da-f]{2,4}|\\[\s\S]|[\s\S]/giu) ?? [];
  const inside = members.flatMap((member) => charactersOf(member));
  return isExcluding ? ['x', '0', ' ', ...inside] : inside;
}

/** How long a pattern takes with an attack of 20,000 characters, in milliseconds. */
export function timeOf(pattern: RegExp, { start, pump, end }: Attack): number {
  const text = start + pump.repeat(pumpedLength / pump.length) + end;
  const before = performance.now();
  text.replace(pattern, '');
  return performance.now() - before;
}
