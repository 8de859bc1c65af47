import { readFileSync } from 'node:fs';
import { Command } from 'commander';
import { explain } from './explain.js';
import { explainText } from './explain-text.js';
import { runSandbox } from './sandbox.js';
import { withSandboxFlags } from './sandbox-flags.js';
import { start } from './start.js';

const { version, description } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));

const program = new Command('botwright')
  .description(description)
  .version(version)
  .showHelpAfterError('Add --help to see what there is.');

withSandboxFlags(program.command('start').description('run a bot; without BOT_TOKEN, in a sandbox of its own'))
  .argument('[file]', 'the module whose default export is the bot', 'src/bot.ts')
  .action(start);

program
  .command('explain')
  .description('say step by step what a bot would make of a text, without running it')
  .argument('<file>', 'the module whose default export is the bot')
  .argument('<text>', 'what somebody would say, with its prefix')
  .option('--as <person>', 'who would say it, by name or id; default: the owner of the team')
  .option('--in <channel>', 'where, by name or id; default: the first text channel')
  .option('--team <team>', 'in which team, by name or id; default: the first')
  .option('--seed <file>', 'JSON file of the world, for a bot without BOT_TOKEN')
  .option('--json', 'print the explanation as JSON')
  .action(explainText);

withSandboxFlags(program.command('sandbox').description('run the stand-in service alone'))
  .option('--json', 'print one JSON line when ready, and nothing else')
  .action(runSandbox);

// Whoever read the output may have gone away; that is no reason to stop.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);

try {
  await program.parseAsync();
  process.exit(0);
} catch (failure) {
  process.stderr.write(`\n  ${explain(failure)}\n\n`);
  process.exit(1);
}
