import { type ContractReference, closeCodes, type EventReference, type FrameReference } from '@botwright/protocol';
import { aboutCertainty, anchor, code, madeBy, memberTable, page, sources, table } from './markdown.ts';

export function eventsPage({ events, frames }: ContractReference): string {
  const groups = [...new Set(events.map(({ group }) => group))];
  return page([
    '# Events',
    '',
    `${madeBy} The same for machines: [asyncapi.json](asyncapi.json).`,
    '',
    `${aboutCertainty} Which operation causes an event is inferred.`,
    '',
    ...groups.flatMap((group) => [
      `## ${group}`,
      '',
      ...events.filter((event) => event.group === group).flatMap(eventDetails),
    ]),
    '## Other frames',
    '',
    'Each frame is a JSON object: `t` names it, `d` holds what is shown here.',
    '',
    ...frames.flatMap(frameDetails),
    ...closeCodeSection(),
  ]);
}

function eventDetails({ kind, certainty, source, inSpecification, emittedBy, members }: EventReference): string[] {
  const causes = emittedBy.map(({ id }) => `[${id}](operations.md#${anchor(id)})`);
  return [
    `### ${kind}`,
    '',
    `- Payload ${certainty.payload} (${sources(source)})`,
    ...(inSpecification ? [] : ['- Not among the kinds of the specification']),
    ...(causes.length > 0 ? [`- Caused by ${causes.join(', ')}`] : []),
    '',
    ...memberTable(members),
  ];
}

function frameDetails({ kind, direction, certainty, source, members }: FrameReference): string[] {
  return [
    `### ${kind}, ${direction}`,
    '',
    `- Name ${certainty.kind}, payload ${certainty.payload} (${sources(source)})`,
    '',
    ...memberTable(members),
  ];
}

function closeCodeSection(): string[] {
  const rows = Object.entries(closeCodes).map(([closeCode, { name, meaning, reconnect }]) => {
    return [code(closeCode), name, meaning, reconnect ? 'yes' : 'no'];
  });
  return [
    '## Close codes',
    '',
    'Codes and meanings are stated; whether to open the connection again is inferred.',
    '',
    ...table(['Code', 'Name', 'Meaning', 'Open again'], rows),
  ];
}
