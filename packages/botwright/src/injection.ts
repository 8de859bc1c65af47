import { type DependencyContainer, injectable } from 'tsyringe';
import { InjectionIncomplete } from './errors.js';

/** Any class, whatever its constructor takes. */
export type Class<Instance = object> = new (...args: never[]) => Instance;

/** The same class, as tsyringe's types want it. */
export function asConstructor<Instance>(target: Class<Instance>): new (...args: unknown[]) => Instance {
  return target as new (
    ...args: unknown[]
  ) => Instance;
}

/** Where tsyringe's @inject keeps its tokens, by position. */
const injectedTokens = 'injectionTokens';

/**
 * What emitted metadata says of a parameter whose class was imported as a type, or is an interface; and what `@inject` is
 * given when two files import each other and the other has not run yet.
 */
const unusable: ReadonlySet<unknown> = new Set([undefined, Object, Function]);

/**
 * Makes a class known to the container by its constructor alone, so that users need no second decorator.
 *
 * @throws {InjectionIncomplete} when a parameter has neither `@inject` nor usable emitted metadata.
 */
export function prepareForInjection(target: Class): void {
  const emitted: unknown[] = Reflect.getMetadata('design:paramtypes', target) ?? [];
  const injected: Record<number, unknown> = Reflect.getOwnMetadata(injectedTokens, target) ?? {};
  for (let position = 0; position < target.length; position++) {
    const token = position in injected ? injected[position] : emitted[position];
    if (unusable.has(token)) {
      throw new InjectionIncomplete(target.name, position + 1);
    }
  }
  injectable()(asConstructor(target));
}

/** What makes instances of a class: the container, which costs nothing where the class wants nothing of it. */
export function makerOf(container: DependencyContainer, target: Class): () => object {
  const made = asConstructor(target);
  if (!wantsNothing(target)) return () => container.resolve(made);
  // Something else may have been registered in its place meanwhile.
  return () => (container.isRegistered(made, true) ? container.resolve(made) : new made());
}

/** Whether a class takes no parameters, those of a class that it extends included, and is not disposed of. */
function wantsNothing(target: Class): boolean {
  const emitted: unknown[] = Reflect.getMetadata('design:paramtypes', target) ?? [];
  const injected = Reflect.getOwnMetadata(injectedTokens, target);
  const isBare = target.length === 0 && emitted.length === 0 && injected === undefined;
  return isBare && !('dispose' in target.prototype);
}

/** Registers services in a container, one instance of each for as long as the container lives. */
export function registerServices(container: DependencyContainer, services: readonly Class[]): void {
  for (const service of services) {
    prepareForInjection(service);
    container.registerSingleton(asConstructor(service));
  }
}
