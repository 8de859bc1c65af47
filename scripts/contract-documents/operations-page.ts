import { type ContractReference, type Operation, type OperationReference } from '@botwright/protocol';
import { aboutCertainty, anchor, code, madeBy, memberTable, page, sources, table } from './markdown.ts';

export function operationsPage({ sections }: ContractReference): string {
  return page([
    '# Operations',
    '',
    `${madeBy} The same for machines: [openapi.json](openapi.json).`,
    '',
    `${aboutCertainty} Rights, events and refusals of an operation are all inferred.`,
    '',
    'Paths follow `/api/v1`. Every answer is an object with `success: true` (stated) beside the members shown.',
    '',
    ...sections.flatMap(({ name, operations }) => [
      `## ${name}`,
      '',
      ...table(['Operation', 'Call', 'Method', 'Path'], operations.map(summary)),
      ...operations.flatMap(details),
    ]),
  ]);
}

function summary({ operation: { id, method, path, certainty } }: OperationReference): string[] {
  return [`[${id}](#${anchor(id)})`, code(`${method} ${path}`), certainty.method, certainty.path];
}

function details({ operation, path, groups, refusals }: OperationReference): string[] {
  const members = groups.flatMap(({ name, members }) => [`${name}:`, '', ...memberTable(members)]);
  return [
    `### ${operation.id}`,
    '',
    `${operation.name}: ${code(`${operation.method} ${operation.path}`)}`,
    '',
    ...facts(operation).map((fact) => `- ${fact}`),
    ...(path.length > 0
      ? [`- In the path: ${path.map(({ name, type }) => `${code(name)} (${type})`).join(', ')}`]
      : []),
    `- Refused with ${refusals.join(', ')}`,
    '',
    ...members,
  ];
}

function facts({ certainty, source, auth, needs, emits, extra, alternatives = [], limits = [] }: Operation): string[] {
  return [
    `Method ${certainty.method}, path ${certainty.path} (${sources(source)})`,
    ...(auth === 'webhook' ? ['Needs no Authorization header'] : []),
    ...(needs ? [`Needs ${needs.map(code).join(' or ')}`] : []),
    ...(emits ? [`Causes ${emits.map((kind) => `[${kind}](events.md#${anchor(kind)})`).join(', ')}`] : []),
    ...(extra
      ? [`Not in the specification, ${extra.standing}${extra.note === undefined ? '' : `: ${extra.note}`}`]
      : []),
    ...alternatives.map(
      ({ method, path, source: from }) => `Also seen as ${code(`${method} ${path}`)} (${sources(from)})`,
    ),
    ...limits.map(({ member, limit }) => `One client holds ${code(member)} to ${limit.minimum ?? 0} to ${limit.value}`),
  ];
}
