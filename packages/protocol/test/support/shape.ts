import { exampleUser } from './fixtures.js';

/** `full`: each member is there. `sparse`: what may be null is null, what may be missing is missing. */
export type Fill = 'full' | 'sparse';

const values: Readonly<Record<string, unknown>> = {
  string: '0f1e2d3c4b5a6978',
  url: 'https://cdn.example/a.webp',
  uri: 'https://cdn.example/a.webp',
  datetime: '2025-08-01T10:15:30.250Z',
  'date-time': '2025-08-01T10:15:30.250Z',
  CURRENT_TIMESTAMP: '2025-08-01T10:15:30.250Z',
  integer: 1,
  number: 1,
  boolean: true,
  null: null,
  array: [],
  object: {},
  User: exampleUser,
};

function valueOfText(text: string, fill: Fill): unknown {
  if (fill === 'sparse' && text.includes('optional')) return undefined;
  if (fill === 'sparse' && text.includes('|null')) return null;
  const [type = ''] = text.split(/[\s,|]/);
  if (!(type in values)) throw new Error(`the shape names a type that is not known here: ${text}`);
  return values[type];
}

/** A value of a recorded shape, which has the names of types in place of values. */
export function valueOfShape(shape: unknown, fill: Fill): unknown {
  if (typeof shape === 'string') return valueOfText(shape, fill);
  if (Array.isArray(shape)) return shape.map((entry) => valueOfShape(entry, fill));
  if (typeof shape !== 'object' || shape === null) return shape;
  const members = Object.entries(shape).map(([name, type]) => [name, valueOfShape(type, fill)] as const);
  return Object.fromEntries(members.filter(([, value]) => value !== undefined));
}
