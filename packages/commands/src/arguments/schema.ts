import { type ArgumentFacts, ArgumentType, argumentType } from './argument-type.js';
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

/** The argument type that a field's decorator was given. */
export function toArgumentType<Value>(source: ArgumentSource<Value>): ArgumentType<Value> {
  if (source instanceof ArgumentType) return source;
  return '~standard' in source ? schema(source) : argumentType(source);
}

/**
 * An argument that a schema reads. The schema gets the text; when it refuses that and the text is JSON, it gets what the
 * JSON says, so that `z.number()` takes `3`.
 *
 * @param name - For usage and help; without it what the schema says of its input.
 */
export function schema<Value>(source: Schema<Value>, name?: string): ArgumentType<Value> {
  const standard = source['~standard'];
  const shape = inputShape(source);
  return argumentType({
    name: name ?? shapeName(shape),
    async parse(text) {
      const ofText = await standard.validate(text);
      if (ofText.issues === undefined) return ofText.value;
      const json = readJson(text);
      const ofJson = json === undefined ? ofText : await standard.validate(json);
      if (ofJson.issues === undefined) return ofJson.value;
      throw new ArgumentRefused(wantedBy(ofJson.issues));
    },
    sample: (random) => sampleOf(shape, random),
  });
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
