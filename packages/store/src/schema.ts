/**
 * Says what a value has to be. Any schema that follows the Standard Schema convention fits: those of zod, Valibot,
 * ArkType. It is asked at each read, so it has to answer at once, not with a promise, and to accept what JSON makes of
 * its own results: `z.coerce.date()` does, `z.date()` does not.
 */
export interface Schema<Value> {
  readonly '~standard': {
    readonly validate: (value: unknown) => SchemaResult<Value> | Promise<SchemaResult<Value>>;
  };
}

/** What a schema makes of a value: the value it wants, or what is wrong with it. */
export type SchemaResult<Value> =
  | { readonly value: Value; readonly issues?: undefined }
  | { readonly issues: readonly SchemaIssue[] };

/** One thing that is wrong with a value, and where in it. */
export interface SchemaIssue {
  readonly message: string;
  readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined;
}

/** What JSON can say. */
export type Json = string | number | boolean | null | readonly Json[] | { readonly [member: string]: Json };

/** Anything goes. */
export const anyJson: Schema<Json> = { '~standard': { validate: (value) => ({ value: value as Json }) } };

/** Either what the schema made of the value, or the problem in words. */
export function validate<Value>(schema: Schema<Value>, value: unknown): { value: Value } | { problem: string } {
  const result = schema['~standard'].validate(value);
  if (result instanceof Promise) return { problem: 'its schema answers with a promise, which a store cannot wait for' };
  if (result.issues === undefined) return { value: result.value };
  return { problem: result.issues.map(describe).join('; ') };
}

function describe({ message, path = [] }: SchemaIssue): string {
  const place = path.map((step) => String(typeof step === 'object' ? step.key : step)).join('.');
  return place === '' ? message : `${place}: ${message}`;
}
