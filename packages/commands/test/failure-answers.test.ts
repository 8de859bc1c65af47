import { VirtualClock } from '@botwright/clock';
import { describe, expect, test } from 'vitest';
import { Arg, Command, integer } from '../src/index.js';
import { TestTeam } from './support/team.js';

@Command({ name: 'roll', summary: 'Roll.' })
class Roll {
  @Arg(integer(), 'how many') count!: number;

  run(): void {
    throw new Error('the table broke');
  }
}

describe('the answers to calls that fail', () => {
  test('P22 come at most once in two seconds for one person, and the log has each', async () => {
    const clock = new VirtualClock();
    const team = new TestTeam();
    const commands = team.commands([Roll], { clock, failureAnswers: {} });
    const answers: number[] = [];
    for (let half = 0; half < 20; half++) {
      await team.says(commands, '!roll 1');
      answers.push(team.sent.length);
      await clock.advance(500);
    }
    expect(answers.at(-1)).toBe(5);
    expect(team.logLines.filter(({ reference }) => reference !== undefined)).toHaveLength(20);
  });

  test('P22 do not wait for those of others', async () => {
    const team = new TestTeam();
    const commands = team.commands([Roll], { clock: new VirtualClock(), failureAnswers: {} });
    for (const id of ['a', 'b', 'a', 'c']) await commands.handle(team.messageEvent('!roll', { id, username: id }));
    expect(team.sent).toHaveLength(3);
  });

  test('P22 go away by themselves when they are to', async () => {
    const clock = new VirtualClock();
    const team = new TestTeam();
    const commands = team.commands([Roll], { clock, failureAnswers: { deleteAfterMs: 5000 } });
    await team.says(commands, '!roll');
    await clock.advance(4999);
    expect(team.calls.filter((call) => call.startsWith('DELETE'))).toEqual([]);
    await clock.advance(1);
    expect(team.calls).toContain('DELETE /channels/channel0/messages/m1');
  });
});

test.each([
  [{ failureAnswers: { quietMs: -1 } }, 'failureAnswers.quietMs'],
  [{ failureAnswers: { quietMs: '2000' } }, 'failureAnswers.quietMs'],
  [{ failureAnswers: { deleteAfterMs: 0 } }, 'failureAnswers.deleteAfterMs'],
  [{ failureAnswers: { deleteAfterMs: 2 ** 31 } }, 'failureAnswers.deleteAfterMs'],
  [{ edits: { windowMs: Number.NaN } }, 'edits.windowMs'],
  [{ edits: { windowMs: '5' } }, 'edits.windowMs'],
  [{ edits: { onDelete: 'remove' } }, 'edits.onDelete'],
])('%j is refused', (options, option) => {
  const make = () => new TestTeam().commands([Roll], options as object);
  expect(make).toThrow(expect.objectContaining({ code: 'OPTION_INVALID', option }));
});

test('an endless time in which changed messages run again is taken', () => {
  expect(() => new TestTeam().commands([Roll], { edits: { windowMs: Number.POSITIVE_INFINITY } })).not.toThrow();
});
