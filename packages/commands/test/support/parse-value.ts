import { expect } from 'vitest';
import { type ArgumentSource, Command, InputRefused, Rest } from '../../src/index.js';
import { TestTeam } from './team.js';

/** What a type makes of a text that somebody writes, or the code of the problem and what was wanted or near. */
export async function parseValue(source: ArgumentSource<unknown>, written: string, team = new TestTeam(), from = {}) {
  let value: unknown;
  @Command({ name: 'x', summary: 'x' })
  class Example {
    @Rest(source, 'value') given!: unknown;

    run(): void {
      value = this.given;
    }
  }
  const invocation = await team.says(team.commands([Example]), `!x ${written}`, from);
  if (invocation?.outcome === 'done') return value;
  expect(invocation).toMatchObject({ outcome: 'refused' });
  const error = invocation?.outcome === 'refused' ? invocation.error : undefined;
  if (error instanceof InputRefused) return error.problem.code;
  throw error;
}
