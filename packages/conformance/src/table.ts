import { styleText } from 'node:util';
import { type Aspect, aspects } from './case.js';
import type { Cell, Report, Row } from './run.js';

const marks = { passed: '✓', failed: '✗', skipped: '–' } as const;
const colours = { passed: 'green', failed: 'red', skipped: 'dim' } as const;
const headings: { readonly [Name in Aspect]: string } = {
  shape: 'shape',
  permission: 'permission',
  input: 'bad input',
  event: 'event',
};
const width = 80;
const indent = '  ';

/** A report for people: the table, what failed, why what was not tried, and the sum. */
export function formatReport(report: Report, stream: NodeJS.WritableStream): string {
  const columns = Math.max(...report.rows.map(({ operation }) => operation.length)) + indent.length;
  const sections = [...Map.groupBy(report.rows, ({ section }) => section)];
  const lines = [
    `${''.padEnd(columns)}  ${aspects.map((aspect) => headings[aspect]).join('  ')}`,
    ...sections.flatMap(([section, rows]) => [section, ...rows.map((row) => formatRow(row, columns, stream))]),
    ...list('Failed', failures(report)),
    ...list('Not tried', notTried(report)),
    '',
    sum(report),
  ];
  return `${lines.join('\n')}\n`;
}

function formatRow({ operation, cells }: Row, columns: number, stream: NodeJS.WritableStream): string {
  const marked = aspects.map((aspect) => centred(cells[aspect], aspect, stream)).join('  ');
  return `${(indent + operation).padEnd(columns)}  ${marked}`.trimEnd();
}

/** Padding is counted without the colour, which has no width. */
function centred({ outcome }: Cell, aspect: Aspect, stream: NodeJS.WritableStream): string {
  const room = headings[aspect].length - marks[outcome].length;
  const left = Math.floor(room / 2);
  const mark = styleText(colours[outcome], marks[outcome], { stream });
  return ' '.repeat(left) + mark + ' '.repeat(room - left);
}

function list(title: string, paragraphs: readonly string[]): string[] {
  return paragraphs.length === 0 ? [] : ['', title, ...paragraphs.flatMap(wrap)];
}

function failures({ rows }: Report): string[] {
  return everyCell(rows).flatMap(({ operation, aspect, cell }) =>
    cell.cases.flatMap((tried) =>
      tried.outcome === 'failed' ? `${operation}, ${headings[aspect]}: ${tried.title}: ${tried.problem}` : [],
    ),
  );
}

function notTried({ rows }: Report): string[] {
  const skipped = everyCell(rows).filter(({ cell }) => cell.outcome === 'skipped');
  const byReason = Map.groupBy(skipped, ({ aspect, cell }) => `${headings[aspect]}, ${cell.reason}`);
  return [...byReason].map(([reason, cells]) => `${reason}: ${cells.map(({ operation }) => operation).join(', ')}`);
}

function sum({ rows }: Report): string {
  const cases = everyCell(rows).flatMap(({ cell }) => cell.cases);
  const count = (wanted: string) => cases.filter(({ outcome }) => outcome === wanted).length;
  const counts = `${count('passed')} passed, ${count('failed')} failed, ${count('skipped')} not tried`;
  return `${rows.length} operations, ${cases.length} cases: ${counts}`;
}

function everyCell(rows: readonly Row[]) {
  return rows.flatMap(({ operation, cells }) => aspects.map((aspect) => ({ operation, aspect, cell: cells[aspect] })));
}

/** Breaks a paragraph between words, and a word that is longer than a line where the line ends. */
function wrap(paragraph: string): string[] {
  const room = width - 2 * indent.length;
  const words = paragraph.split(' ').flatMap((word) => word.match(new RegExp(`.{1,${room}}`, 'gu')) ?? []);
  const lines: string[] = [];
  for (const word of words) {
    const line = lines.at(-1);
    if (line === undefined) lines.push(indent + word);
    else if (line.length + 1 + word.length > width) lines.push(indent + indent + word);
    else lines[lines.length - 1] = `${line} ${word}`;
  }
  return lines;
}
