import { clientCustoms } from '@botwright/protocol';
import { Command, InvalidArgumentError, Option } from 'commander';
import { loadCases } from './case-files.js';
import { ServerUnusable } from './errors.js';
import { run } from './run.js';
import { Server } from './server.js';
import { formatReport } from './table.js';

interface Options {
  readonly base: string;
  readonly token: string;
  readonly control?: string;
  readonly json?: boolean;
}

const program = new Command('conformance')
  .description("tells whether a server speaks the service's API; without --control it only looks")
  .showHelpAfterError('Add --help to see what there is.')
  .addOption(
    new Option('--base <url>', 'origin of the server').env('BOT_BASE_URL').argParser(parseOrigin).makeOptionMandatory(),
  )
  .addOption(new Option('--token <token>', "the bot's token").env('BOT_TOKEN').makeOptionMandatory())
  .option('--control <token>', "the stand-in's control token: its world is reset over and over, and all cases run")
  .option('--json', 'print the report as one JSON object')
  .parse();

const { base, token, control, json } = program.opts<Options>();
// A service that others use is asked no faster than its clients ask it.
const pauseMs = control === undefined ? 1000 / clientCustoms.callsPerSecond.value : 0;

try {
  const server = new Server({ base, controlToken: control, pauseMs });
  const report = await run(await loadCases(), server, token);
  process.stdout.write(json ? `${JSON.stringify(report)}\n` : formatReport(report, process.stdout));
  process.exitCode = report.passed ? 0 : 1;
} catch (failure) {
  if (!(failure instanceof ServerUnusable)) throw failure;
  process.stderr.write(`${failure.message}\n`);
  process.exitCode = 1;
}

function parseOrigin(text: string): string {
  if (/^https?:\/\//i.test(text) && URL.canParse(text)) return text;
  throw new InvalidArgumentError('It must be a URL such as http://127.0.0.1:4100.');
}
