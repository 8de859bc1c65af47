import { z } from 'zod';
import type { Certainty, Source } from '../certainty.js';
import { isRecord } from '../wire.js';

/** One part of a multipart body. */
export interface Part {
  /** `file`, or the schema of a text part. */
  readonly value: 'file' | z.ZodType<string, string>;
  readonly required: boolean;
  /** Other names under which clients send it. */
  readonly alsoNamed?: readonly string[];
  readonly certainty: Certainty;
  readonly source: readonly Source[];
}

/** A body of content type `multipart/form-data`. */
export interface Multipart {
  readonly parts: Readonly<Record<string, Part>>;
  /** A part in which some clients send the text parts together, as one JSON object. */
  readonly jsonPart?: string;
}

type PartsWhere<Parts extends Multipart['parts'], Required extends boolean> = {
  [Name in keyof Parts]: Parts[Name]['required'] extends Required ? Name : never;
}[keyof Parts];

type PartValue<Value, File> = Value extends z.ZodType ? z.output<Value> : File;

/** What the parts of a multipart body hold; `File` is how the caller's side holds a file. */
export type PartValues<Body extends Multipart, File> = {
  readonly [Name in PartsWhere<Body['parts'], true>]: PartValue<Body['parts'][Name]['value'], File>;
} & {
  readonly [Name in PartsWhere<Body['parts'], false>]?: PartValue<Body['parts'][Name]['value'], File>;
};

function jsonMembers(text: unknown, context: z.RefinementCtx, jsonPart: string): Record<string, unknown> {
  if (text === undefined) return {};
  try {
    const members: unknown = JSON.parse(String(text));
    if (isRecord(members)) return members;
  } catch {
    // Answered below, as JSON of another kind is.
  }
  context.addIssue({ code: 'custom', path: [jsonPart], message: 'is not a JSON object' });
  return {};
}

function firstPresent(values: Record<string, unknown>, names: readonly string[]): unknown {
  return names.map((name) => values[name]).find((value) => value !== undefined);
}

function toOneName(multipart: Multipart) {
  return (received: unknown, context: z.RefinementCtx): unknown => {
    if (!isRecord(received)) return received;
    const { jsonPart, parts } = multipart;
    const json = jsonPart === undefined ? {} : jsonMembers(received[jsonPart], context, jsonPart);
    const values = { ...json, ...received };
    const named = Object.entries(parts).map(([name, { alsoNamed = [] }]) => {
      return [name, firstPresent(values, [name, ...alsoNamed])] as const;
    });
    return Object.fromEntries(named.filter(([, value]) => value !== undefined));
  };
}

/**
 * Reads the parts of a multipart body, by name, as a server received them: other names and the JSON part are brought to
 * the one shape. `isFile` knows how that server holds a file.
 */
export function partsSchema<const Body extends Multipart, File>(
  multipart: Body,
  isFile: (value: unknown) => value is File,
): z.ZodType<PartValues<Body, File>> {
  const file = z.custom<File>(isFile, 'is not a file');
  const shape = Object.entries(multipart.parts).map(([name, part]) => {
    const schema = part.value === 'file' ? file : part.value;
    return [name, part.required ? schema : schema.optional()] as const;
  });
  const schema = z.preprocess(toOneName(multipart), z.object(Object.fromEntries(shape)));
  return schema as unknown as z.ZodType<PartValues<Body, File>>;
}
