import type { ContractReference } from '@botwright/protocol';
import { aboutCertainty, madeBy, memberTable, page } from './markdown.ts';

export function resourcesPage({ resources }: ContractReference): string {
  return page([
    '# Resources',
    '',
    madeBy,
    '',
    `${aboutCertainty} Members that are not listed may come at any time and are kept.`,
    '',
    ...resources.flatMap(({ name, members }) => [`## ${name}`, '', ...memberTable(members)]),
  ]);
}
