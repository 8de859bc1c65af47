import { events, Ready } from '@botwright/protocol';
import { z } from 'zod';
import type { PayloadSchema, PayloadSchemas } from './src/payload.js';

const isoTime = 'date-time';

/**
 * The contract's schema of every payload the gateway sends, as plain data: what the page needs to tell a payload it can
 * show from one it cannot, without zod. Limits and patterns are left out, since they endanger nothing.
 */
export function payloadSchemas(): PayloadSchemas {
  const { properties, $defs } = z.toJSONSchema(z.object({ ...events, READY: Ready }), { unrepresentable: 'any' });
  return { payloads: reduceEach(properties), definitions: reduceEach($defs) };
}

type JsonSchema = z.core.JSONSchema._JSONSchema;

function reduceEach(schemas: Readonly<Record<string, JsonSchema>> = {}): Record<string, PayloadSchema> {
  return Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, reduce(schema)]));
}

function reduce(schema: JsonSchema): PayloadSchema {
  if (typeof schema === 'boolean') return {};
  const { $ref, type, format, properties, required, additionalProperties, items, anyOf } = schema;
  if ($ref !== undefined) return { ref: $ref.replace('#/$defs/', '') };
  if (anyOf) return { anyOf: anyOf.map(reduce) };
  if (Array.isArray(type)) return { anyOf: type.map((each) => reduce({ ...schema, type: each })) };
  return {
    ...(type && { type: format === isoTime ? 'time' : (type as NonNullable<PayloadSchema['type']>) }),
    ...(properties && { members: reduceEach(properties) }),
    ...(required && { required }),
    ...(restricts(additionalProperties) && { others: reduce(additionalProperties) }),
    ...(items && !Array.isArray(items) && { items: reduce(items) }),
  };
}

function restricts(schema: JsonSchema | undefined): schema is JsonSchema {
  return typeof schema === 'object' && Object.keys(schema).length > 0;
}
