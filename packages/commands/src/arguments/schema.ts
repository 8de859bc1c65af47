import { type Absence, type ArgumentFacts, ArgumentType } from './argument-type.js';
import { ArgumentRefused } from './problems.js';
import type { Random } from './random.js';

/** A schema of zod, or of anything else that follows Standard Schema. */
export interface Schema<Value> {
  readonly '~standard': {
    readonly version: 1;
    readonly vendor: string;
    validate(value: unknown): SchemaResult<Value> | Promise<SchemaResult<Value>>;
    readonly jsonSchema?: { input(options: { target: string }): Record<string, unknown> };
  };
}

type SchemaResult<Value> =
  | { readonly value: Value; readonly issues?: undefined }
  | { readonly issues: readonly { readonly message: string }[] };

/** What may stand where an argument type is wanted. */
export type ArgumentSource<Value> = ArgumentFacts<Value> | Schema<Value>;

/** Whether something says how an argument is read; nothing does while its file is still being loaded. */
export function isArgumentSource(source: unknown): boolean {
  const hasParse = (thing: object) => 'parse' in thing && typeof thing.parse === 'function';
  return typeof source === 'object' && source !== null && ('~standard' in source || hasParse(source));
}

/** The argument type that a field's decorator was given. */
export function toArgumentType<Value>(source: ArgumentSource<Value>): ArgumentType<Value> {
  if (source instanceof ArgumentType) return source;
  return '~standard' in source ? schema(source) : new ArgumentType(source, { mode: 'refused' });
}

/**
 * An argument that a schema reads. The schema gets the text; when it refuses that and the text is JSON, it gets what the
 * JSON says, so that `z.number()` takes `3`. What is `.optional()` or has a `.default(…)` may be left out.
 *
 * @param name - For usage and help; without it what the schema says of its input.
 */
export function schema<Value>(source: Schema<Value>, name?: string): ArgumentType<Value> {
  const standard = source['~standard'];
  const shape = inputShape(source);
  const facts: ArgumentFacts<Value> = {
    name: name ?? shapeName(shape),
    takesAnything: isAnyText(shape),
    async parse(text) {
      const ofText = await standard.validate(text);
      if (ofText.issues === undefined) return ofText.value;
      const json = readJson(text);
      const ofJson = json === undefined ? ofText : await standard.validate(json);
      if (ofJson.issues === undefined) return ofJson.value;
      throw new ArgumentRefused(wantedBy(ofJson.issues));
    },
    sample: (random) => sampleOf(shape, random),
  };
  return new ArgumentType(facts, absenceOf(source, shape));
}

/**
 * A schema that makes nothing of nothing, or says that it has a default, may be left out. Others that take nothing only turn
 * it into what they want, as `z.coerce.string()` makes the word `undefined` of it.
 */
function absenceOf<Value>(source: Schema<Value>, shape: Record<string, unknown>): Absence<Value> {
  const ofNothing = madeOfNothing(source);
  if (ofNothing !== undefined && ofNothing.value === undefined) return { mode: 'left-unset' };
  if (ofNothing === undefined || !('default' in shape)) return { mode: 'refused' };
  const { default: shown } = shape;
  const isPlain = typeof shown === 'string' || typeof shown === 'number' || typeof shown === 'boolean';
  // Made anew for each call: it may be an object.
  return {
    mode: 'computed',
    compute: () => madeOfNothing(source)?.value,
    shown: isPlain ? String(shown) : undefined,
  };
}

function madeOfNothing<Value>(source: Schema<Value>): { readonly value: Value } | undefined {
  try {
    const result = source['~standard'].validate(undefined);
    if (result instanceof Promise) {
      // Nobody waits for it.
      result.catch(() => undefined);
      return undefined;
    }
    return result.issues === undefined ? { value: result.value } : undefined;
  } catch {
    return undefined;
  }
}

const longestWanted = 200;

function wantedBy(issues: readonly { readonly message: string }[]): string {
  const messages = issues.map(({ message }) => message).join('; ');
  return `something else (${messages.slice(0, longestWanted)})`;
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** A schema that JSON Schema cannot say, such as a transformation's, is nameless and has no samples. */
function inputShape(source: Schema<unknown>): Record<string, unknown> {
  try {
    return source['~standard'].jsonSchema?.input({ target: 'draft-2020-12' }) ?? {};
  } catch {
    return {};
  }
}

/** A text of which nothing more is said. */
function isAnyText({ type, ...more }: Record<string, unknown>): boolean {
  return type === 'string' && Object.keys(more).every((key) => key === '$schema' || key === 'default');
}

function shapeName({ type, enum: choices }: Record<string, unknown>): string {
  if (Array.isArray(choices)) return choices.join('|');
  return typeof type === 'string' ? type.replace('string', 'text').replace('boolean', 'true|false') : 'value';
}

function sampleOf(shape: Record<string, unknown>, random: Random): string | undefined {
  const { type, enum: choices, minimum, maximum } = shape;
  if (Array.isArray(choices)) return String(choices[random.integer(0, choices.length - 1)]);
  if (type === 'boolean') return String(random.chance(0.5));
  if (type !== 'integer' && type !== 'number') return undefined;
  const least = typeof minimum === 'number' ? Math.ceil(minimum) : 0;
  const most = typeof maximum === 'number' ? Math.floor(maximum) : least + 1000;
  return String(random.integer(least, Math.min(most, least + 1000)));
}
