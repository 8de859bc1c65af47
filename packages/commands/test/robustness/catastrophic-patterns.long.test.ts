import { monitorEventLoopDelay } from 'node:perf_hooks';
import { expect, test } from 'vitest';
import { Command, Rest, regex, type WrittenPattern } from '../../src/index.js';
import { catastrophicPatterns } from '../support/catastrophic-patterns.js';
import { TestTeam } from '../support/team.js';

const mostLagMs = 20;

const tries = 10;

/** The longest that the event loop stood still meanwhile, in milliseconds. */
async function lagOf(work: () => Promise<unknown>): Promise<number> {
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  await work();
  delay.disable();
  return delay.max / 1e6;
}

test('#173 patterns that people write, however they go back or grow when compiled, hold up the event loop for at most 20 ms', async ({
  annotate,
}) => {
  let text = '';
  const answers: unknown[] = [];
  @Command({ name: 'filter', summary: 'Try a filter.' })
  class Filter {
    @Rest(regex(), 'what to look for') pattern!: WrittenPattern;

    async run(): Promise<void> {
      answers.push(await this.pattern.match(text));
    }
  }
  const team = new TestTeam();
  const commands = team.commands([Filter]);
  await team.says(commands, '!filter warm-up');
  let longestMs = 0;
  for (const [source, attack] of catastrophicPatterns) {
    for (const flags of ['', 'i', 'u', 'is']) {
      text = attack;
      const filter = () => team.says(commands, `!filter /${source}/${flags}`);
      let lagMs = await lagOf(filter);
      // A machine that is busy with other things stops this process too; a pattern that does so does it each time.
      for (let again = 1; again < tries && lagMs > mostLagMs; again += 1) lagMs = Math.min(lagMs, await lagOf(filter));
      expect(lagMs, `/${source}/${flags}`).toBeLessThanOrEqual(mostLagMs);
      longestMs = Math.max(longestMs, lagMs);
    }
  }
  const stopped = answers.filter((answer) => answer === 'too-slow').length;
  expect(stopped).toBeGreaterThan(2 * catastrophicPatterns.length);
  await annotate(
    `${answers.length} searches, ${stopped} of them stopped, longest lag ${longestMs.toFixed(1)} ms`,
    'reached',
  );
});
