import { type Endpoint, eventKinds, type Operation, operations } from '@botwright/protocol';

const all: readonly Operation[] = Object.values(operations);

/** The module that says of operations and events what can be said without their schemas. */
export function outlineModule(): string {
  return `// Made from the contract by \`npm run docs:contract\`; change the operations and events instead.
import type { Endpoint } from './endpoint.js';
import type { EventKind } from './events.js';
import type { Operations } from './operations/index.js';

/** What a call needs to know of each operation, by id. */
export const endpoints: { readonly [Id in keyof Operations]: Endpoint<Operations[Id]> } = {
${all.map((operation) => `  ${operation.id}: ${literal(endpointOf(operation))},`).join('\n')}
};

/** An object, so that the types tell when one is missing. */
const kinds: { readonly [Kind in EventKind]: true } = {
${eventKinds.map(({ kind }) => `  ${kind}: true,`).join('\n')}
};

/** Every kind of event that code knows. */
export const eventNames = Object.keys(kinds) as readonly EventKind[];

const known: ReadonlySet<string> = new Set(eventNames);

/** Whether code knows this kind of event. Safe for any name the service may send. */
export function isEventKind(name: string): name is EventKind {
  return known.has(name);
}
`;
}

function endpointOf(operation: Operation): Endpoint {
  const { id, method, path, auth, repeatable, hasParts, alternatives, needs, answers } = operation;
  return {
    id,
    method,
    path,
    auth,
    ...(repeatable !== undefined && { repeatable }),
    hasParts,
    ...(alternatives && { alternatives: alternatives.map((other) => ({ method: other.method, path: other.path })) }),
    ...(needs && { needs }),
    answers,
  };
}

/** As the formatter leaves it, a member a line. */
function literal(endpoint: Endpoint): string {
  const members = Object.entries(endpoint).map(([name, value]) => `    ${name}: ${onOneLine(value)},\n`);
  return `{\n${members.join('')}  }`;
}

function onOneLine(value: unknown): string {
  if (typeof value === 'string') return `'${value}'`;
  if (Array.isArray(value)) return `[${value.map(onOneLine).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return String(value);
  const members = Object.entries(value).map(([name, member]) => `${name}: ${onOneLine(member)}`);
  return `{ ${members.join(', ')} }`;
}
