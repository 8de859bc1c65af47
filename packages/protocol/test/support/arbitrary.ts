import fc, { type Arbitrary } from 'fast-check';
import type { z } from 'zod';

type Def = z.core.$ZodTypes['_zod']['def'];

function defOf(schema: z.core.$ZodType): Def {
  return (schema as z.core.$ZodTypes)._zod.def;
}

function ofText({ format, minLength, maxLength }: z.ZodString): Arbitrary<string> {
  if ((format as string | null) === 'datetime') {
    // A year of four digits: any other has more in ISO 8601.
    const years = { min: new Date('0001-01-01'), max: new Date('9999-12-31'), noInvalidDate: true };
    return fc.date(years).map((date) => date.toISOString());
  }
  if (format === 'url') return fc.webUrl();
  return fc.string({ minLength: minLength ?? 0, maxLength: Math.min(maxLength ?? 40, 40) });
}

function ofInteger({ minValue, maxValue }: z.ZodNumber): Arbitrary<number> {
  return fc.integer({ min: Math.max(minValue ?? -1000, -1000), max: Math.min(maxValue ?? 100_000, 100_000) });
}

function ofObject(shape: Readonly<Record<string, z.core.$ZodType>>): Arbitrary<unknown> {
  const members = Object.fromEntries(Object.entries(shape).map(([name, schema]) => [name, arbitraryOf(schema)]));
  const requiredKeys = Object.keys(shape).filter((name) => shape[name]?._zod.optout !== 'optional');
  const known = fc.record(members, { requiredKeys, noNullPrototype: true });
  const unknown = fc.dictionary(fc.constantFrom('futureMember', 'another'), fc.jsonValue({ maxDepth: 1 }), {
    noNullPrototype: true,
  });
  return fc.tuple(unknown, known).map(([extra, rest]) => ({ ...extra, ...rest }));
}

/** Values in the one shape that code knows, of any schema that the contract uses, unknown members among them. */
export function arbitraryOf(schema: z.core.$ZodType): Arbitrary<unknown> {
  const def = defOf(schema);
  switch (def.type) {
    case 'string':
      return ofText(schema as z.ZodString);
    case 'number':
      return ofInteger(schema as z.ZodNumber);
    case 'boolean':
      return fc.boolean();
    case 'unknown':
      return fc.jsonValue({ maxDepth: 2 });
    case 'enum':
      return fc.constantFrom(...Object.values(def.entries));
    case 'array':
      return fc.array(arbitraryOf(def.element), { maxLength: 2 });
    case 'record':
      return fc.dictionary(fc.string({ minLength: 1, maxLength: 8 }), arbitraryOf(def.valueType), {
        maxKeys: 2,
        noNullPrototype: true,
      });
    case 'object':
      return ofObject(def.shape);
    case 'union':
      return fc.oneof(...def.options.map(arbitraryOf));
    case 'nullable':
      return fc.option(arbitraryOf(def.innerType), { freq: 3 });
    case 'optional':
    case 'default':
      return arbitraryOf(def.innerType);
    case 'pipe':
      return arbitraryOf(def.out);
    default:
      throw new Error(`no values are known for a schema of type ${def.type}`);
  }
}
