import type { CommandContext } from '../context.js';
import type { CommandDefinition } from '../definition.js';
import { GuardRefused, NotInTeam, PermissionMissing } from '../errors.js';
import type { CallGuard, GuardRefusal, GuardVerdict } from './guard.js';
import { bothMay } from './permissions.js';

/** The guards of a command in the order in which they are asked: those of the place, what it needs, its own. */
export function guardsInOrder({ guards, needs }: Pick<CommandDefinition, 'guards' | 'needs'>): CallGuard[] {
  const [first, ...others] = needs;
  const needed = first === undefined ? [] : [bothMay(first, ...others)];
  const isOfPlace = ({ stage }: CallGuard) => stage === 'place';
  return [...guards.filter(isOfPlace), ...needed, ...guards.filter((guard) => !isOfPlace(guard))];
}

/**
 * Asks a command's guards, up to the first that refuses. A command without any costs no call.
 *
 * @returns `undefined` when the command may run.
 * @throws {RequestRejected} when the bot may not read what a guard wants to know.
 */
export async function refusalOf(
  command: CommandDefinition,
  context: CommandContext,
): Promise<PermissionMissing | NotInTeam | GuardRefused | undefined> {
  for (const guard of command.guardsInOrder) {
    const { refusal } = await guard.check(context);
    if (refusal !== undefined) return asError(refusal, guard);
  }
  return undefined;
}

/** What every guard of a command says, also those behind one that refuses. */
export function verdictsOf(command: CommandDefinition, context: CommandContext): Promise<GuardVerdict[]> {
  return Promise.all(command.guardsInOrder.map((guard) => guard.check(context)));
}

/** Those of the commands that the author may run here. */
export async function runnableOf(
  commands: readonly CommandDefinition[],
  context: CommandContext,
): Promise<CommandDefinition[]> {
  const refusals = await Promise.all(commands.map((command) => refusalOf(command, context)));
  return commands.filter((_, index) => refusals[index] === undefined);
}

function asError(refusal: GuardRefusal, guard: CallGuard): PermissionMissing | NotInTeam | GuardRefused {
  if (refusal.code === 'PERMISSION_MISSING') return new PermissionMissing(refusal.whose, refusal.missing);
  return refusal.code === 'NOT_IN_TEAM' ? new NotInTeam() : new GuardRefused(refusal, guard);
}
