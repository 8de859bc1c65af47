import { BotwrightError } from '@botwright/core';
import type { TeamPermission } from '@botwright/protocol';
import type { CallGuard, GuardRefusal } from './guards/guard.js';

/** A command class is not declared as one can be. Thrown when commands are put together, before anything runs. */
export class CommandInvalid extends BotwrightError {
  readonly code = 'COMMAND_INVALID';

  constructor(
    readonly className: string,
    readonly problem: string,
    /** The field that is wrong, when it is one field. */
    readonly field?: string,
  ) {
    super(`Command class ${className}${field === undefined ? '' : `, field "${field}"`}: ${problem}`);
  }
}

/** Two commands, or a command and an alias, or two groups, want the same name. */
export class CommandNameTaken extends BotwrightError {
  readonly code = 'COMMAND_NAME_TAKEN';

  constructor(
    readonly commandName: string,
    /** Names of the two classes; the same class twice when it was given twice or aliases itself. */
    readonly owners: readonly [string, string],
    /** File, line and column of each that is known. */
    readonly places: readonly string[] = [],
  ) {
    const declared = places.length > 0 ? ` Declared at ${places.join(' and ')}.` : '';
    super(
      `The name "${commandName}" is wanted by ${owners[0]} and by ${owners[1]}.${declared} Rename one, or leave one out.`,
    );
  }
}

/** Something only a team has was asked of a message that was sent outside any team. */
export class NotInTeam extends BotwrightError {
  readonly code = 'NOT_IN_TEAM';

  constructor() {
    super('The message was not sent in a team, so it has no teamId and no members. Look at inTeam first.');
  }
}

/** A guard's answer: somebody lacks team permissions that the command needs. Nothing was parsed and nothing has run. */
export class PermissionMissing extends BotwrightError {
  readonly code = 'PERMISSION_MISSING';

  constructor(
    readonly whose: 'author' | 'bot',
    readonly missing: readonly TeamPermission[],
  ) {
    super(`The ${whose} lacks ${missing.join(', ')}. Give a role of the ${whose} these permissions.`);
  }
}

/** A guard's answer: somebody may not call the command, or not there. Nothing was parsed and nothing has run. */
export class GuardRefused extends BotwrightError {
  readonly code = 'GUARD_REFUSED';

  constructor(
    readonly refusal: GuardRefusal,
    /** The guard that refused; its `phrase` says what it needs. */
    readonly guard: Pick<CallGuard, 'name' | 'phrase'>,
  ) {
    super(`The guard ${guard.name} refused the call (${refusal.code}). Whoever called has to be, or call, elsewhere.`);
  }
}

/** A command was called too often. It was understood, and has not run. */
export class CoolingDown extends BotwrightError {
  readonly code = 'COOLING_DOWN';

  constructor(
    readonly command: string,
    /** After so many milliseconds one call more is let through. */
    readonly retryAfterMs: number,
  ) {
    super(`Command ${command} was called too often. Call it again in ${retryAfterMs} ms.`);
  }
}

/** As many calls of a command as may run at a time were running. It was understood, and has not run. */
export class CommandBusy extends BotwrightError {
  readonly code = 'COMMAND_BUSY';

  constructor(
    /** Whether it was turned away at once or has waited for its turn in vain. */
    readonly policy: 'reject' | 'queue',
    readonly most: number,
  ) {
    super(`${most} of these calls may run at a time, and did (${policy}). Call it again when one has ended.`);
  }
}

/** A call was given up while it ran; the reason of its signal. */
export class CallCancelled extends BotwrightError {
  readonly code = 'CALL_CANCELLED';

  constructor(
    /** A later call took its place, or it ran longer than it may. */
    readonly reason: 'superseded' | 'deadline',
  ) {
    super(`The call was given up (${reason}). Let it end; there is nothing more to do.`);
  }
}

/** A random text was wanted for an argument whose type has none, since only the world knows what it takes. */
export class SampleMissing extends BotwrightError {
  readonly code = 'SAMPLE_MISSING';

  constructor(
    readonly command: string,
    readonly field: string,
    readonly type: string,
  ) {
    super(`There is no sample of type "${type}" for field "${field}" of command ${command}. Give some in known.`);
  }
}
