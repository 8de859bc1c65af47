import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** A delivery that GitHub made once, for one kind of event. */
export interface Delivery {
  readonly event: string;
  readonly payload: { readonly repository?: { readonly full_name?: string } };
}

interface Definition {
  readonly name: string;
  readonly examples: readonly Delivery['payload'][];
}

const folder = new URL('.', import.meta.resolve('@octokit/webhooks-examples/package.json'));

/** The sets of recorded deliveries: the public service, and each version of it that companies run themselves. */
export const exampleSets: readonly string[] = readdirSync(folder).filter((name) =>
  existsSync(new URL(`${name}/index.json`, folder)),
);

export function examplesOf(set: string): Delivery[] {
  const text = readFileSync(fileURLToPath(new URL(`${set}/index.json`, folder)), 'utf8');
  const definitions = JSON.parse(text) as Definition[];
  return definitions.flatMap(({ name, examples }) => examples.map((payload) => ({ event: name, payload })));
}
