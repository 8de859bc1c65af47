import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { botwright, Child } from './support/child.js';

const alone = { BOT_TOKEN: undefined, BOT_BASE_URL: undefined, BOTWRIGHT_DATABASE_URL: undefined };
/** A line of a stack in Node, in the command itself, or in what reads its arguments. */
const machinery = /^ +at .*(node:|botwright\/dist|commander)/m;

let folder: string;
/** Something else on a port. */
let occupant: Server;

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'botwright-command-line-'));
  occupant = createServer();
  await new Promise<void>((resolve) => occupant.listen(0, '127.0.0.1', resolve));
});

afterAll(async () => {
  await new Promise((resolve) => occupant.close(resolve));
  rmSync(folder, { recursive: true });
});

/** What a command prints that ends by itself. */
async function output(child: Child) {
  await using running = child;
  const code = await running.exit();
  return { code, stdout: running.stdout, stderr: running.stderr };
}

const ran = (args: readonly string[], environment = {}) => output(botwright(args, { ...alone, ...environment }));

function written(name: string, text: string): string {
  const file = path.join(folder, name);
  writeFileSync(file, text);
  return file;
}

describe('a bot that cannot be started', () => {
  test.each([
    ['is not there', () => 'nowhere/bot.ts', 'nowhere/bot.ts does not exist. Give the path of your bot'],
    ['is a directory', () => folder, 'is a directory. Give the file in it that holds the bot'],
    ['exports none', () => written('none.ts', 'export const bot = 3;'), 'exports no bot. It should end with: export'],
    ['is no program', () => written('notes.md', '# Bot'), 'Unknown file extension ".md"'],
    ['imports a file that is not there', () => written('a.ts', "import './nothing.js';"), 'Cannot find module'],
    ['imports a package that is not there', () => written('b.ts', "import 'no-such-one';"), "package 'no-such-one'"],
    ['does not parse', () => written('c.ts', 'export default bot({ commands: [ );'), '1 | export default bot({'],
    ['throws a text', () => written('d.ts', "throw 'no settings';"), 'no settings'],
  ])('because its file %s is told so, without a stack', async (_, file, told) => {
    const { code, stdout, stderr } = await ran(['start', file()]);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toContain(told);
    expect(stderr).not.toMatch(/^ +at /m);
  });

  test('because its file throws is shown where in it, and nothing of what led there', async () => {
    const file = written('throws.ts', "function load(): string {\n  throw new Error('no settings');\n}\nload();\n");
    for (const args of [['start', file] as const, ['explain', file, '!ping'] as const]) {
      const { code, stderr } = await ran(args);
      expect(code).toBe(1);
      expect(stderr).toContain('throws.ts could not be loaded. (BOT_FILE_FAILED)');
      expect(stderr).toMatch(/Error: no settings\n +at load \(.*throws\.ts:2:\d+\)/);
      expect(stderr).not.toMatch(machinery);
    }
  });

  test('for want of a token is told how to do without', async () => {
    const { code, stderr } = await ran(['start', 'examples/starter/src/bot.ts'], {
      BOT_BASE_URL: 'http://127.0.0.1:1',
    });
    expect(code).toBe(1);
    expect(stderr).toContain('or leave BOT_BASE_URL out as well to talk to the sandbox');
  });
});

describe('a sandbox that cannot be started', () => {
  test('because its port is taken is told of --port, without a stack', async () => {
    const { port } = occupant.address() as { port: number };
    const { code, stderr } = await ran(['sandbox', '--port', String(port)]);
    expect(code).toBe(1);
    expect(stderr).toContain(`Port ${port} is taken. Give another with --port, or --port 0 for any free one.`);
    expect(stderr).not.toMatch(/^ +at /m);
  });

  test('because the file of its world is not there is told so', async () => {
    const { code, stderr } = await ran(['sandbox', '--port', '0', '--seed', 'nowhere.json']);
    expect(code).toBe(1);
    expect(stderr.trim()).toBe('nowhere.json cannot be used as a world: there is no such file. (SEED_FILE_INVALID)');
  });
});

describe('words on the command line that mean nothing', () => {
  const conformance = (...args: readonly string[]) =>
    output(new Child(['packages/conformance/dist/main.js', ...args], alone));

  test.each<[string, () => ReturnType<typeof output>, string]>([
    ['a command', () => ran(['strat']), "unknown command 'strat'"],
    ['an option', () => ran(['start', '--prot', '1']), "unknown option '--prot'"],
    ['a port', () => ran(['sandbox', '--port', 'many']), 'It must be a whole number from 0 to 65535'],
    ['a missing text', () => ran(['explain', 'bot.ts']), "missing required argument 'text'"],
    ['an origin', () => conformance('--base', 'nonsense', '--token', 'x'), 'It must be a URL such as'],
    ['a missing origin', () => conformance(), "required option '--base <url>' not specified"],
  ])('are told, and where to read on: %s', async (_, run, told) => {
    const { code, stdout, stderr } = await run();
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toContain(told);
    expect(stderr.trim()).toMatch(/Add --help to see what there is\.$/);
  });
});
