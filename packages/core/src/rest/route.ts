import type { Endpoint } from '@botwright/protocol';
import { PathTemplate } from './path.js';
import { isOnceOnly, isRead } from './retry.js';

/** What every call of an operation has in common. */
export class Route {
  readonly template: PathTemplate;
  /**
   * Whether calls that share a bucket have to arrive in the order they were made, as messages have, and changes of one
   * thing. An upload stands in no order, and may take long.
   */
  readonly isOrdered: boolean;
  /** Whether it changes nothing. */
  readonly isRead: boolean;
  /** Whether the things that it makes stand in an order that everybody sees. */
  readonly makesSequence: boolean;

  constructor(operation: Endpoint) {
    this.template = new PathTemplate(operation);
    this.isRead = isRead(operation);
    this.isOrdered = operation.method !== 'GET' && !operation.hasParts;
    this.makesSequence = this.isOrdered && isOnceOnly(operation);
  }
}
