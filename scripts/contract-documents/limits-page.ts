import { clientCustoms, type Limit, limits, type Operation, operations, rateLimitAnswer } from '@botwright/protocol';
import { aboutCertainty, anchor, code, madeBy, page, sources, table } from './markdown.ts';

const all: readonly Operation[] = Object.values(operations);
const head = ['Limit', 'Least', 'Value', 'Certainty', 'Sources', 'Laid on'];

export function limitsPage(): string {
  const { status, header, member } = rateLimitAnswer;
  return page([
    '# Limits',
    '',
    madeBy,
    '',
    `${aboutCertainty} Lengths count UTF-16 code units. A limit that one client alone knows is laid on the members named; the rest stand in the tables of the operations.`,
    '',
    ...table(head, Object.entries<Limit>(limits).map(row)),
    '## Customs of clients',
    '',
    'No rules of the service, yet clients live with them.',
    '',
    ...table(
      head.slice(0, -1),
      Object.entries<Limit>(clientCustoms).map((custom) => row(custom).slice(0, -1)),
    ),
    '## Too many calls',
    '',
    `The answer is ${status}. The wait in seconds stands in the header ${code(header)}, else in the member ${code(member)} of the body (observed in one client).`,
  ]);
}

function row([name, limit]: [string, Limit]): string[] {
  const { value, minimum, certainty, source } = limit;
  return [
    code(name),
    String(minimum ?? ''),
    value === null ? 'unknown' : String(value),
    certainty,
    sources(source),
    laidOn(limit),
  ];
}

function laidOn(limit: Limit): string {
  const places = all.flatMap(({ id, limits: held = [] }) =>
    held
      .filter((memberLimit) => memberLimit.limit === limit)
      .map(({ member }) => `${code(member)} of [${id}](operations.md#${anchor(id)})`),
  );
  return places.join(', ');
}
