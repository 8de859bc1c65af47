import type { CommandClass, ConversationClass } from '@botwright/commands';
import type { DependencyContainer } from 'tsyringe';
import type { z } from 'zod';
import { PluginOptionsInvalid } from './errors.js';
import type { Class } from './injection.js';

/** What a plugin is made of. Everything it registers lives in a container of its own, below the bot's. */
export interface PluginDefinition<Schema extends z.ZodType = z.ZodType> {
  /** Lower-case, unique within a bot. */
  readonly name: string;
  /** The schema of the options; those a user gives are checked when the plugin is made. */
  readonly options?: Schema;
  readonly commands?: readonly CommandClass[];
  readonly listeners?: readonly Class[];
  readonly conversations?: readonly ConversationClass[];
  /** Classes of which the plugin's container keeps one instance each. */
  readonly services?: readonly Class[];
  /** Registers what is not a class, for instance the options under a token. */
  register?(container: DependencyContainer, options: z.output<Schema>): void;
  /** Runs once a process, before the bot connects. */
  start?(container: DependencyContainer): void | Promise<void>;
  /**
   * Runs after every READY, the first and those after a reconnect: what happened in between was not told, so whatever
   * the plugin remembers of the service is read anew here. What it throws is logged.
   */
  ready?(container: DependencyContainer): void | Promise<void>;
  /** Runs when the bot stops, after its handlers have finished and while calls are still possible. */
  stop?(container: DependencyContainer): void | Promise<void>;
}

/** A plugin with its options, ready to be given to `createBot`. */
export interface Plugin {
  readonly definition: Omit<PluginDefinition, 'options' | 'register'>;
  register(container: DependencyContainer): void;
}

/**
 * Defines a plugin.
 *
 * @returns A function that takes the plugin's options and gives what `createBot({ plugins })` wants.
 * @throws {PluginOptionsInvalid} from that function, naming each option that does not fit.
 */
export function definePlugin<Schema extends z.ZodType = z.ZodObject>(
  definition: PluginDefinition<Schema>,
): (options?: z.input<Schema>) => Plugin {
  return (given) => {
    const options = checkOptions(definition, given ?? {});
    return { definition, register: (container) => definition.register?.(container, options) };
  };
}

function checkOptions<Schema extends z.ZodType>(
  { name, options }: PluginDefinition<Schema>,
  given: unknown,
): z.output<Schema> {
  if (options === undefined) {
    refuseAny(name, given);
    return {} as z.output<Schema>;
  }
  const result = options.safeParse(given);
  if (result.success) return result.data;
  const problems = result.error.issues.map((issue) => `${['options', ...issue.path].join('.')}: ${issue.message}`);
  throw new PluginOptionsInvalid(name, problems);
}

function refuseAny(name: string, given: unknown): void {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) {
    throw new PluginOptionsInvalid(name, ['options: have to be an object']);
  }
  const problems = Object.keys(given).map((member) => `options.${member}: there is no such option`);
  if (problems.length > 0) throw new PluginOptionsInvalid(name, problems);
}
