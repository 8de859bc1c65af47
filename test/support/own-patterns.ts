import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { apiPrefix } from '@botwright/protocol';
import { parseSync } from 'vite';
import { repository } from './child.js';

/** A regular expression of the packages' own. */
export interface OwnPattern {
  readonly file: string;
  readonly pattern: RegExp;
}

/** What stands for the parts that are only known when a pattern is built, by how the source writes them. */
const standIns = new Map([
  ["words.map(literal).join('|')", 'tea|coffee|green tea'],
  ['emojiShape', String.raw`^\p{RGI_Emoji}$`],
  ['room', '70'],
  ['apiPrefix', apiPrefix],
  ['day', String.raw`(?:0[13578]|1[02])-(?:0[1-9]|[12]\d|3[01])|02-(?:0[1-9]|1\d|2[0-8])`],
  ['this.#address().port', '8080'],
]);

/** Somebody else's pattern, of which only the syntax is read: it runs where it can be stopped. */
const foreign = 'source';

type Node = Readonly<Record<string, unknown>> & { readonly start: number; readonly end: number };

/** Every regular expression in the sources of the packages, those too that are built from constant parts. */
export function ownPatterns(): OwnPattern[] {
  const files = globSync('packages/*/src/**/*.ts', { cwd: repository }).sort();
  return files.flatMap((file) => {
    const source = readFileSync(join(repository, file), 'utf8');
    const { program, errors } = parseSync(file, source);
    if (errors.length > 0) throw new Error(`${file} cannot be parsed: ${errors[0]?.message}`);
    return patternsBelow(program, source).map((pattern) => ({ file, pattern }));
  });
}

function patternsBelow(node: unknown, source: string): RegExp[] {
  if (typeof node !== 'object' || node === null || node instanceof RegExp) return [];
  const own = isNode(node) ? (literalPattern(node) ?? builtPattern(node, source)) : undefined;
  const below = Object.values(node).flatMap((child) => patternsBelow(child, source));
  return own === undefined ? below : [own, ...below];
}

function isNode(value: object): value is Node {
  return 'type' in value && 'start' in value;
}

function literalPattern({ type, regex }: Node): RegExp | undefined {
  if (type !== 'Literal' || regex === undefined) return undefined;
  const { pattern, flags } = regex as { pattern: string; flags: string };
  return new RegExp(pattern, flags);
}

function builtPattern({ type, callee, arguments: given }: Node, source: string): RegExp | undefined {
  const isBuilt = type === 'NewExpression' || type === 'CallExpression';
  if (!isBuilt || (callee as { name?: string }).name !== 'RegExp') return undefined;
  const [body, flags] = given as [Node, { value: string }?];
  if (source.slice(body.start, body.end) === foreign) return undefined;
  return new RegExp(filledIn(body, source), flags?.value);
}

function filledIn(body: Node, source: string): string {
  if (body['type'] !== 'TemplateLiteral') return standInFor(body, source);
  const expressions = (body['expressions'] as Node[]).map((expression) => standInFor(expression, source));
  const texts = body['quasis'] as { value: { cooked: string } }[];
  return texts.map(({ value }, index) => value.cooked + (expressions[index] ?? '')).join('');
}

function standInFor({ start, end }: Node, source: string): string {
  const written = source.slice(start, end);
  const standIn = standIns.get(written);
  if (standIn === undefined) throw new Error(`Nothing stands for ${written} in a pattern: add it to the stand-ins.`);
  return standIn;
}
