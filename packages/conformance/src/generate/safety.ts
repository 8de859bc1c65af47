import { type Operation, type OperationId, operations } from '@botwright/protocol';
import type { Case } from '../case.js';

/** Whether a call changes nothing. Some operations are GET and cause an event all the same. */
function isReadOnly({ method, emits = [] }: Operation): boolean {
  return method === 'GET' && emits.length === 0;
}

/** Whether a case may be tried on a service that others use. */
export function isSafe({ people, setup, call, after }: Pick<Case, 'people' | 'setup' | 'call' | 'after'>): boolean {
  if (people.length > 0) return false;
  return [...setup, call, ...after].every(
    (step) => !('control' in step) && isReadOnly(operations[step.operation as OperationId]),
  );
}
