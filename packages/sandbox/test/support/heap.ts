import { collectGarbage } from '../../../core/test/support/memory.js';

/** What this process holds on its heap, in bytes, without what nobody holds any more. */
export function heldBytes(): number {
  collectGarbage();
  return process.memoryUsage().heapUsed;
}
