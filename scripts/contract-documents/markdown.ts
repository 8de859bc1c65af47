import { type Certainty, contractReference, type MemberRow } from '@botwright/protocol';

const resources = new Set(contractReference().resources.map(({ name }) => name));

export const madeBy = 'Made from the contract by `npm run docs:contract`; change `packages/protocol/src` instead.';

export const aboutCertainty =
  'How sure a fact is: **stated** in the documents of the service, **observed** in a client or a recorded shape, or ' +
  '**inferred**, with the reason beside it.';

/** Lines of a table; a `|` within a cell is escaped. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string[] {
  if (rows.length === 0) return [];
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  return [line(head), `|${'---|'.repeat(head.length)}`, ...rows.map(line), ''];
}

/** Lines of a table of members. */
export function memberTable(members: readonly MemberRow[]): string[] {
  const rows = members.map((member) => [
    member.name === '' ? 'the list itself' : code(member.name),
    linked(member.type),
    whenMissing(member),
    sure(member.certainty, member.reason),
    sources(member.source),
  ]);
  return table(['Member', 'Holds', 'Missing', 'Certainty', 'Sources'], rows);
}

function whenMissing({ required, fallback }: MemberRow): string {
  if (fallback !== undefined) return `reads ${code(fallback)}`;
  return required ? 'never' : 'may be';
}

/** A type in words, with its resources as links. */
function linked(type: string): string {
  return type.replaceAll(/\b[A-Z]\w*/g, (name) =>
    resources.has(name) ? `[${name}](resources.md#${anchor(name)})` : name,
  );
}

export function anchor(heading: string): string {
  return heading.toLowerCase();
}

function sure(certainty: Certainty, reason?: string): string {
  return reason === undefined ? certainty : `${certainty}: ${reason}`;
}

export function sources(list: readonly string[]): string {
  return list.join(', ');
}

export function code(text: string | number): string {
  return `\`${text}\``;
}

/** A page of these lines, ending with one line break. */
export function page(lines: readonly string[]): string {
  return `${lines.join('\n').trimEnd()}\n`;
}
