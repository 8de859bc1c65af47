import { BotwrightError } from '@botwright/core';
import type { TeamPermission } from '@botwright/protocol';

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
  ) {
    super(`The name "${commandName}" is wanted by ${owners[0]} and by ${owners[1]}. Rename one, or leave one out.`);
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
