import { Refusal } from '../refusal.js';

/**
 * The whole order that a list of ids asks for: those that it leaves out follow, as they stood.
 *
 * @param resource - What the ids stand for, in a refusal of one that is not among `current` or comes twice.
 */
export function completeOrder(
  asked: readonly string[],
  current: readonly { readonly id: string }[],
  resource: string,
): string[] {
  const known = new Set(current.map(({ id }) => id));
  const order = new Set<string>();
  for (const id of asked) {
    if (!known.has(id)) throw Refusal.unknown(resource, id);
    if (order.has(id)) throw Refusal.badInput(`the list names ${resource} ${JSON.stringify(id)} twice`);
    order.add(id);
  }
  return [...new Set([...order, ...known])];
}
