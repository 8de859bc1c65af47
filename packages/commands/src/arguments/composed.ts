import type { CommandContext } from '../context.js';
import { type ArgumentType, argumentType } from './argument-type.js';
import { ArgumentRefused, type ValueProblem } from './problems.js';
import { type ArgumentSource, toArgumentType } from './schema.js';
import type { Range } from './values.js';

const mostParts = 100;

/** Several values in one word, with commas between: `a,b,c`. For several words there is `type.many()`. */
export function list<Value>(
  source: ArgumentSource<Value>,
  { min = 1, max = mostParts }: Range<number> = {},
): ArgumentType<Value[]> {
  const type = toArgumentType(source);
  return argumentType({
    name: `${type.name},…`,
    async parse(text, context) {
      const parts = text === '' ? [] : text.split(',', mostParts + 1);
      if (parts.length < min || parts.length > Math.min(max, mostParts)) throw new ArgumentRefused('list');
      return parseEach(
        parts.map((part) => [type, part] as const),
        context,
      );
    },
    sample: (random) =>
      joined(random.times(random.integer(Math.max(1, min), Math.min(max, min + 3)), () => type.sample(random))),
    counterexample(random) {
      const wrong = type.counterexample(random);
      return wrong?.includes(',') ? ',,' : wrong;
    },
  });
}

type ValuesOf<Sources extends readonly ArgumentSource<unknown>[]> = {
  -readonly [Index in keyof Sources]: Sources[Index] extends ArgumentSource<infer Value> ? Value : never;
};

/** A fixed number of values of their own types in one word, with commas between: `3,red`. */
export function tuple<const Sources extends readonly ArgumentSource<unknown>[]>(
  ...sources: Sources
): ArgumentType<ValuesOf<Sources>> {
  const types = sources.map((source) => toArgumentType(source));
  return argumentType({
    name: types.map(({ name }) => name).join(','),
    async parse(text, context) {
      const parts = text.split(',', types.length + 1);
      if (parts.length !== types.length) throw new ArgumentRefused('list');
      const values = await parseEach(
        types.map((type, index) => [type, parts[index] ?? ''] as const),
        context,
      );
      return values as ValuesOf<Sources>;
    },
    sample: (random) => joined(types.map((type) => type.sample(random))),
    counterexample: () => ','.repeat(types.length),
  });
}

/** Names with values in one word: `red=1,blue=2`. A name twice is a mistake. */
export function map<Key, Value>(
  keys: ArgumentSource<Key>,
  values: ArgumentSource<Value>,
): ArgumentType<Map<Key, Value>> {
  const keyType = toArgumentType(keys);
  const valueType = toArgumentType(values);
  return argumentType({
    name: `${keyType.name}=${valueType.name},…`,
    async parse(text, context) {
      const read = new Map<Key, Value>();
      for (const part of text.split(',', mostParts + 1)) {
        const middle = part.indexOf('=');
        if (middle < 0 || read.size === mostParts) throw new ArgumentRefused('map');
        const key = await keyType.parse(part.slice(0, middle), context);
        if (read.has(key)) throw new ArgumentRefused('map');
        read.set(key, await valueType.parse(part.slice(middle + 1), context));
      }
      return read;
    },
    sample(random) {
      const parts = [keyType.sample(random), valueType.sample(random)];
      return parts.some((part) => part === undefined || /[,=]/.test(part)) ? undefined : parts.join('=');
    },
    counterexample: () => ',',
  });
}

/** The first of these types that takes the word. When none does, all that would have done is told. */
export function either<const Sources extends readonly [ArgumentSource<unknown>, ...ArgumentSource<unknown>[]]>(
  ...sources: Sources
): ArgumentType<ValuesOf<Sources>[number]> {
  const types = sources.map((source) => toArgumentType(source));
  return argumentType<ValuesOf<Sources>[number]>({
    name: types.map(({ name }) => name).join('|'),
    takesAnything: types.some(({ takesAnything }) => takesAnything),
    async parse(text, context) {
      const problems: ValueProblem[] = [];
      for (const type of types) {
        try {
          return (await type.parse(text, context)) as ValuesOf<Sources>[number];
        } catch (error) {
          if (!(error instanceof ArgumentRefused)) throw error;
          problems.push(...(error.problem.code === 'NONE_FITS' ? error.problem.problems : [error.problem]));
        }
      }
      throw new ArgumentRefused({ code: 'NONE_FITS', problems });
    },
    sample: (random) => types[random.integer(0, types.length - 1)]?.sample(random),
  });
}

/** Two values, the first no greater than the second: `3-7`, `3..7`, or one that is both. */
export interface ValueRange<Value> {
  readonly from: Value;
  readonly to: Value;
}

const rangeShape = /^([+-]?(?:\d+(?:\.\d+)?|\.\d+))(?:\s*(?:-|–|\.\.)\s*([+-]?[\d.]+))?$/;

/** A range of numbers such as `3-7` or `3..7`; one number is a range of itself. */
export function range(source: ArgumentSource<number>): ArgumentType<ValueRange<number>> {
  const type = toArgumentType(source);
  return argumentType({
    name: `${type.name}-${type.name}`,
    async parse(text, context) {
      const [, first, second] = rangeShape.exec(text.slice(0, 100)) ?? [];
      if (first === undefined) throw new ArgumentRefused('range');
      const from = await type.parse(first, context);
      const to = second === undefined ? from : await type.parse(second, context);
      if (from > to) throw new ArgumentRefused('range');
      return { from, to };
    },
    sample: (random) => type.sample(random),
    counterexample: (random) => random.pick(['7-3', '1-2-3', 'a-b', '-']),
  });
}

async function parseEach<Value>(
  parts: readonly (readonly [ArgumentType<Value>, string])[],
  context: CommandContext,
): Promise<Value[]> {
  const values: Value[] = [];
  for (const [type, part] of parts) values.push(await type.parse(part.trim(), context));
  return values;
}

function joined(parts: readonly (string | undefined)[]): string | undefined {
  return parts.some((part) => part === undefined || part.includes(',') || part !== part.trim())
    ? undefined
    : parts.join(',');
}
