import { type Operation, operations } from '@botwright/protocol';
import { type Aspect, aspects, type Case } from './case.js';
import type { Outcome } from './run-case.js';
import type { Server } from './server.js';
import { LookingTrier, ResettingTrier } from './trier.js';

type TriedCase = { readonly title: string } & Outcome;

export interface Cell {
  readonly outcome: Outcome['outcome'];
  /** Why nothing was tried, where nothing was. */
  readonly reason?: string;
  readonly cases: readonly TriedCase[];
}

export interface Row {
  readonly operation: string;
  readonly section: string;
  readonly cells: { readonly [Name in Aspect]: Cell };
}

export interface Report {
  readonly base: string;
  readonly passed: boolean;
  readonly rows: readonly Row[];
}

const withoutCases: { readonly [Name in Aspect]: string } = {
  shape: 'there is no case',
  permission: 'there is no case',
  input: 'takes nothing that could be wrong',
  event: 'causes no event',
};

/**
 * Tries all cases on a server, one after the other: all of them where the server has a control door, else only those
 * that change nothing.
 * @throws {ServerUnusable} when the server is not there.
 */
export async function run(cases: readonly Case[], server: Server, token: string): Promise<Report> {
  const trier = server.hasControl ? new ResettingTrier(server, token) : await LookingTrier.at(server, token);
  const byOperation = new Map<string, Partial<Record<Aspect, TriedCase[]>>>();
  for (const item of cases) {
    const cells = byOperation.get(item.operation) ?? {};
    byOperation.set(item.operation, cells);
    const outcome = reasonForAll(item, cells) ?? (await trier.run(item));
    cells[item.aspect] = [...(cells[item.aspect] ?? []), { title: item.title, ...outcome }];
  }
  const rows = Object.values<Operation>(operations).map(({ id, group }) => rowOf(id, group, byOperation.get(id) ?? {}));
  const passed = !rows.some(({ cells }) => aspects.some((aspect) => cells[aspect].outcome === 'failed'));
  return { base: server.base, passed, rows };
}

/** Where the first case of an operation that a server may do without could not be tried, the others cannot either. */
function reasonForAll({ optional }: Case, { shape = [] }: Partial<Record<Aspect, TriedCase[]>>): Outcome | undefined {
  const [first] = shape;
  return optional && first?.outcome === 'skipped' ? { outcome: 'skipped', reason: first.reason } : undefined;
}

function rowOf(operation: string, section: string, cases: Partial<Record<Aspect, TriedCase[]>>): Row {
  const cells = aspects.map((aspect) => [aspect, cellOf(aspect, cases[aspect] ?? [])] as const);
  return { operation, section, cells: Object.fromEntries(cells) as Row['cells'] };
}

function cellOf(aspect: Aspect, cases: readonly TriedCase[]): Cell {
  if (cases.some(({ outcome }) => outcome === 'failed')) return { outcome: 'failed', cases };
  if (cases.some(({ outcome }) => outcome === 'passed')) return { outcome: 'passed', cases };
  const reasons = cases.flatMap((tried) => (tried.outcome === 'skipped' ? tried.reason : []));
  return { outcome: 'skipped', reason: reasons[0] ?? withoutCases[aspect], cases };
}
