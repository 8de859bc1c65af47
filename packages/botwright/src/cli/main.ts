import { readFileSync } from 'node:fs';
import { BotwrightError } from '@botwright/core';
import { Command } from 'commander';
import { withListenOptions } from './listen-options.js';
import { runSandbox } from './sandbox.js';
import { start } from './start.js';

const { version, description } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));

const program = new Command('botwright').description(description).version(version);

withListenOptions(program.command('start').description('run a bot; without BOT_TOKEN, in a sandbox of its own'))
  .argument('[file]', 'the module whose default export is the bot', 'src/bot.ts')
  .action(start);

withListenOptions(program.command('sandbox').description('run the stand-in service alone'))
  .option('--json', 'print one JSON line when ready, and nothing else')
  .action(runSandbox);

try {
  await program.parseAsync();
  process.exit(0);
} catch (failure) {
  process.stderr.write(`\n  ${explain(failure)}\n\n`);
  process.exit(1);
}

/** Our own errors say what to do; anything else is a fault, and its stack says where. */
function explain(failure: unknown): string {
  if (failure instanceof BotwrightError) return `${failure.message} (${failure.code})`;
  return failure instanceof Error ? (failure.stack ?? failure.message) : String(failure);
}
