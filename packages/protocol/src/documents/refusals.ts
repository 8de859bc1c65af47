import { rateLimitAnswer } from '../limits.js';
import type { Operation } from '../operations/operation.js';
import type { JsonSchema } from './json-schema.js';

const reason = 'the sandbox answers so; no refusal of the service was recorded';

/** What a call that is not served is answered with. */
export const refusal: JsonSchema = {
  type: 'object',
  properties: {
    success: { const: false, 'x-certainty': 'inferred', 'x-source': ['inferred'], 'x-reason': reason },
    message: { type: 'string', 'x-certainty': 'observed', 'x-source': ['client:py', 'client:teamlify'] },
    code: {
      type: 'string',
      'x-certainty': 'inferred',
      'x-source': ['inferred'],
      'x-reason': "the sandbox's own; the service is not known to have codes",
    },
  },
  required: ['success', 'message'],
};

interface RefusalFacts {
  readonly status: number;
  readonly description: string;
  /** Whether the operation can be refused so. */
  applies(operation: Operation): boolean;
}

const takesBody = ({ body, multipart }: Operation): boolean => Boolean(body ?? multipart);

/** Every way in which a call is refused, by the name of its component. */
const refusals: Readonly<Record<string, RefusalFacts>> = {
  BadInput: {
    status: 400,
    description: 'A parameter or the body is not what the operation takes.',
    applies: (operation) => takesBody(operation) || operation.query !== undefined,
  },
  Unauthorized: { status: 401, description: 'The token is missing or unknown.', applies: () => true },
  Forbidden: {
    status: 403,
    description: 'The caller lacks a permission.',
    applies: ({ needs }) => needs !== undefined,
  },
  NotFound: {
    status: 404,
    description: 'Something that the path names does not exist, or the caller cannot reach it.',
    applies: ({ path }) => path.includes('{'),
  },
  BodyTooLarge: { status: 413, description: 'The body has too many bytes.', applies: takesBody },
  UnsupportedMediaType: { status: 415, description: 'The body has another type.', applies: takesBody },
  TooManyCalls: {
    status: rateLimitAnswer.status,
    description: 'The calls come too fast.',
    applies: () => true,
  },
};

const seconds = { 'x-certainty': 'observed', 'x-source': ['client:py'] } as const;
const json = 'application/json';
const reference: JsonSchema = { $ref: '#/components/schemas/Refusal' };

const rateLimited = {
  headers: { [rateLimitAnswer.header]: { description: 'Seconds to wait.', schema: { type: 'integer' }, ...seconds } },
  content: {
    [json]: {
      schema: {
        allOf: [reference],
        properties: { [rateLimitAnswer.member]: { type: 'number', description: 'Seconds to wait.', ...seconds } },
      },
    },
  },
};

/** The refusals as components of an OpenAPI document. */
export function refusalResponses(): Readonly<Record<string, object>> {
  const entries = Object.entries(refusals).map(([name, { status, description }]) => {
    const more = status === rateLimitAnswer.status ? rateLimited : { content: { [json]: { schema: reference } } };
    return [name, { description, ...more }] as const;
  });
  return Object.fromEntries(entries);
}

/** References to the refusals that an operation can meet, by status. */
export function refusalsOf(operation: Operation): Readonly<Record<string, object>> {
  const met = Object.entries(refusals).filter(([, { applies }]) => applies(operation));
  return Object.fromEntries(met.map(([name, { status }]) => [status, { $ref: `#/components/responses/${name}` }]));
}
