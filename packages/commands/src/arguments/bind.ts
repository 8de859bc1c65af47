import type { CallContext } from '../context.js';
import type { CommandDefinition } from '../definition.js';
import { InputReader } from './collect.js';
import { Placement, tellsMore } from './placement.js';
import { InputRefused } from './problems.js';
import { ValueParser } from './value-parser.js';

/**
 * Reads what stands behind a command's name into the values of the command's fields. What was not given and has no
 * default is not in the map. Of several signatures the first that fits wins; when none does, the mistake that lies
 * furthest in the text is the one that is told.
 *
 * @param from - Where the name ends.
 * @throws {InputRefused} when the text does not fit the command; nothing asynchronous ran before there were enough
 * words and not too many.
 */
export async function bindArguments(
  command: CommandDefinition,
  context: CallContext,
  from: number,
  parser: ValueParser = new ValueParser(context),
): Promise<Map<string, unknown>> {
  const reader = new InputReader(command, context.content, from, escapableOf(context.prefix));
  let worst: InputRefused | undefined;
  for (const signature of command.signatures) {
    const placement = new Placement(command, signature, reader, parser, context);
    const outcome = await placement.find();
    if (!(outcome instanceof InputRefused)) return outcome;
    if (worst === undefined || tellsMore(outcome, worst)) worst = outcome;
  }
  throw worst === undefined
    ? new RangeError(`Command ${command.name} has no signature.`)
    : await parser.withSuggestions(worst);
}

/** The first character of the prefix, when it is no letter that a path or a word could hold behind a backslash. */
export function escapableOf(prefix: string): string {
  const first = prefix.charAt(0);
  return /[\p{L}\p{N}\s]/u.test(first) ? '' : first;
}
