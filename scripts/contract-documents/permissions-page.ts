import {
  defaultTeamPermissions,
  type Operation,
  operations,
  type PermissionSet,
  permissionSets,
} from '@botwright/protocol';
import { aboutCertainty, anchor, code, madeBy, page, sources, table } from './markdown.ts';

const all: readonly Operation[] = Object.values(operations);

export function permissionsPage(): string {
  return page([
    '# Permissions',
    '',
    madeBy,
    '',
    `${aboutCertainty} Which operation needs what is inferred; any one right of an operation suffices.`,
    '',
    `Everybody has ${defaultTeamPermissions.map(code).join(', ')} from the start (stated).`,
    '',
    ...permissionSets.flatMap((set) => [
      `## On: ${set.on}`,
      '',
      ...table(['Permission', 'Bit', 'Value', 'Certainty', 'Sources', 'Suffices for'], rows(set)),
    ]),
  ]);
}

function rows({ on, bits, certainty, source }: PermissionSet): string[][] {
  return Object.entries(bits).map(([name, bit]) => {
    return [code(name), String(bit), String(2 ** bit), certainty, sources(source), sufficesFor(on, name)];
  });
}

function sufficesFor(on: PermissionSet['on'], name: string): string {
  const right = `${on === 'team' ? 'team' : 'channel'}:${name}`;
  if (on === 'category') return '';
  if (right === 'team:ADMINISTRATOR') return 'everything';
  const served = all.filter(({ needs = [] }) => (needs as readonly string[]).includes(right));
  return served.map(({ id }) => `[${id}](operations.md#${anchor(id)})`).join(', ');
}
