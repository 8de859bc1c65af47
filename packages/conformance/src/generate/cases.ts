import { type Operation, type OperationId, operations } from '@botwright/protocol';
import type { Case } from '../case.js';
import { recipeOf } from '../recipes/index.js';
import type { Subject } from './draft.js';
import { eventCases } from './event-cases.js';
import { inputCases } from './input-cases.js';
import { permissionCases } from './permission-cases.js';
import { shapeCases } from './shape-cases.js';

const all: readonly Operation[] = Object.values(operations);

/** Every case of every operation, by the name of the file that holds a section. */
export function casesBySection(): Map<string, Case[]> {
  const sections = Map.groupBy(all, ({ group }) => fileNameOf(group));
  return new Map([...sections].map(([file, section]) => [file, section.flatMap(casesOf)]));
}

function casesOf(operation: Operation): Case[] {
  const subject: Subject = { operation, recipe: recipeOf(operation.id as OperationId) };
  return [...shapeCases(subject), ...permissionCases(subject), ...inputCases(subject), ...eventCases(subject)];
}

function fileNameOf(group: string): string {
  return group.toLowerCase().replaceAll(' ', '-');
}
