import type { Dispatcher } from '@botwright/core';
import type { EventKind, EventPayload } from '@botwright/protocol';
import { isEventKind } from '@botwright/protocol/facts';
import type { Busy } from './busy.js';
import { ListenerInvalid } from './errors.js';
import { heardBy } from './hearing.js';
import type { Class } from './injection.js';
import { jobsOf } from './schedules.js';

interface Subscription {
  readonly kind: EventKind;
  readonly method: string | symbol;
}

const listenerClasses = new WeakSet<object>();
const subscriptions = new WeakMap<object, Subscription[]>();

/** Marks a class whose decorated methods hear events, or are called at times. One instance lives as
 * long as the bot runs, or the plugin that it came with. */
export function Listener() {
  return (target: Class): void => {
    listenerClasses.add(target);
  };
}

/**
 * Hears one kind of event. The compiler checks that the method takes that event's payload.
 *
 * What the method throws is logged and harms no other listener.
 */
export function On<Kind extends EventKind>(kind: Kind) {
  return <Method extends (event: EventPayload<Kind>) => unknown>(
    prototype: object,
    method: string | symbol,
    _descriptor: TypedPropertyDescriptor<Method>,
  ): void => {
    const own = subscriptions.get(prototype) ?? [];
    subscriptions.set(prototype, [...own, { kind, method }]);
  };
}

/** Of a class and those it extends. A method that is overridden and decorated again still hears an event once. */
function subscriptionsOf(target: Class): Subscription[] {
  const found: Subscription[] = [];
  for (let prototype = target.prototype; prototype; prototype = Object.getPrototypeOf(prototype)) {
    for (const subscription of subscriptions.get(prototype) ?? []) {
      const { kind, method } = subscription;
      if (!found.some((known) => known.kind === kind && known.method === method)) found.push(subscription);
    }
  }
  return found;
}

/**
 * Checks that a class is a listener.
 *
 * @throws {ListenerInvalid} when it lacks `@Listener()`, has no method with `@On` or another decorator of that kind, or
 * hears a kind of event that there is not.
 * @throws {ScheduleInvalid} for a time that cannot be read.
 */
export function requireListener(target: Class): void {
  if (!listenerClasses.has(target)) throw new ListenerInvalid(target.name, 'lacks @Listener() above the class');
  for (const { kind, method } of subscriptionsOf(target)) {
    if (!isEventKind(kind)) {
      const problem = `its ${String(method)} hears ${JSON.stringify(kind)}, which is no event; one is MESSAGE_SEND`;
      throw new ListenerInvalid(target.name, problem);
    }
  }
  if (subscriptionsOf(target).length + heardBy(target).length + jobsOf(target).length === 0) {
    throw new ListenerInvalid(
      target.name,
      'has no method with @On(…), @Hears(…), @OnReaction(…), @Every(…) or the like',
    );
  }
}

/** Connects the `@On` methods of an instance to the events. Returns what ends that. */
export function attachListener(events: Dispatcher, busy: Busy, target: Class, instance: object): (() => void)[] {
  return subscriptionsOf(target).map(({ kind, method }) => {
    const handler: (event: unknown) => unknown = Reflect.get(instance, method).bind(instance);
    const name = `${target.name}.${String(method)}`;
    const listener = (event: unknown): unknown => noted(handler(event), () => busy.begin(name));
    // Core names listeners that fail or hang.
    Object.defineProperty(listener, 'name', { value: name });
    return events.on(kind, listener as (event: EventPayload<EventKind>) => void | Promise<void>);
  });
}

/** What goes on after the call counts as busy until it settles. */
export function noted(result: unknown, begin: () => () => void): unknown {
  if (!(result instanceof Promise)) return result;
  return result.finally(begin());
}
