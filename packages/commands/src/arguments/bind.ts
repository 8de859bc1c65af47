import type { CommandContext } from '../context.js';
import type { CommandDefinition, OptionDefinition, Positional } from '../definition.js';
import { collectInput, type GivenValue } from './collect.js';
import { ArgumentRefused, InputRefused } from './problems.js';

/**
 * Reads what stands behind a command's name into the values of the command's fields. What was not given and has no
 * default is not in the map.
 *
 * @param from - Where the name ends.
 * @throws {InputRefused} when the text does not fit the command; nothing asynchronous ran before the shape is right.
 */
export async function bindArguments(
  command: CommandDefinition,
  context: CommandContext,
  from: number,
): Promise<Map<string, unknown>> {
  const given = collectInput(command, context.content, from);
  const values = new Map<string, unknown>();
  for (const parameter of [...command.positionals, ...command.options]) {
    const value = given.get(parameter.field);
    if (value !== undefined) {
      values.set(parameter.field, await parseValue(parameter, value, context));
    } else if (parameter.type.absence.mode === 'default') {
      values.set(parameter.field, parameter.type.absence.value);
    }
  }
  return values;
}

async function parseValue(
  parameter: Positional | OptionDefinition,
  { text, start, end }: GivenValue,
  context: CommandContext,
): Promise<unknown> {
  try {
    return await parameter.type.parse(text, context);
  } catch (error) {
    if (error instanceof ArgumentRefused) {
      const argument = 'flag' in parameter ? `--${parameter.name}` : parameter.name;
      throw new InputRefused(error.problem, { argument, start, end }, { cause: error });
    }
    throw error;
  }
}
