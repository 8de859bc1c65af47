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

type Refusal = PermissionMissing | NotInTeam | GuardRefused;

/**
 * Asks a command's guards, up to the first that refuses. A command without any costs no call, and no promise.
 *
 * @returns `undefined` when the command may run.
 * @throws {RequestRejected} when the bot may not read what a guard wants to know.
 */
export function refusalOf(
  { guardsInOrder: guards }: CommandDefinition,
  context: CommandContext,
): Promise<Refusal | undefined> | undefined {
  return guards.length === 0 ? undefined : firstRefusal(guards, context);
}

async function firstRefusal(guards: readonly CallGuard[], context: CommandContext): Promise<Refusal | undefined> {
  for (const guard of guards) {
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

function asError(refusal: GuardRefusal, guard: CallGuard): Refusal {
  if (refusal.code === 'PERMISSION_MISSING') return new PermissionMissing(refusal.whose, refusal.missing);
  return refusal.code === 'NOT_IN_TEAM' ? new NotInTeam() : new GuardRefused(refusal, guard);
}
