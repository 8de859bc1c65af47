import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';

const fromSource = [
  '--experimental-transform-types',
  '--no-warnings',
  '--import',
  new URL('from-source.mjs', import.meta.url).href,
];

/**
 * Runs a program of the folder `programs` in a process of its own, with the garbage collector exposed. One in TypeScript
 * has the packages from source, any other as they are published: then they have to be built.
 * @returns The JSON that it printed.
 */
export async function reportOf<Report>(program: string, environment: NodeJS.ProcessEnv = {}): Promise<Report> {
  const file = fileURLToPath(new URL(`programs/${program}`, import.meta.url));
  const flags = ['--expose-gc', ...(program.endsWith('.ts') ? fromSource : [])];
  const child = spawn(process.execPath, [...flags, file], {
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [printed, complaints] = await Promise.all([text(child.stdout), text(child.stderr)]);
  if (printed === '') throw new Error(`The program said nothing: ${complaints}`);
  return JSON.parse(printed);
}
