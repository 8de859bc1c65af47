import { apiPrefix, authorization, type Operation, type OperationId, operations } from '@botwright/protocol';
import fc, { type Arbitrary } from 'fast-check';
import { expect, test } from 'vitest';
import { SandboxProcess } from '../support/sandbox-process.js';
import { bodiesOf } from './support/bodies.js';
import { mutationsOf } from './support/mutations.js';
import { Stage } from './support/stage.js';
import { makeThings, pathWith } from './support/things.js';

const wanted = Number(process.env.BOTWRIGHT_MUTATIONS ?? 100_000);
const seed = Number(process.env.BOTWRIGHT_SEED ?? Date.now() % 2 ** 31);
const atOnce = 16;

const all: readonly Operation[] = Object.values(operations);

interface Mutant {
  /** Stands in place of one step of the path, or nothing. */
  readonly step: { readonly at: number; readonly text: string } | null;
  readonly query: string;
  readonly body: string | FormData | undefined;
}

const oddText = fc.oneof(
  fc.constantFrom('', '.', '..', '%00', '%2e%2e%2f', '__proto__', 'null', '-1', '1e400', 'x'.repeat(300)),
  fc.string({ unit: 'binary', maxLength: 20 }).map((text) => encodeURIComponent(text.toWellFormed())),
);

const oddQuery = fc
  .dictionary(fc.constantFrom('limit', 'offset', 'id', 'limit[]', '__proto__'), oddText, { maxKeys: 3 })
  .map((members) => Object.entries(members).map(([name, text]) => `${name}=${text}`))
  .map((pairs) => (pairs.length > 0 ? `?${pairs.join('&')}` : ''));

function oddForms({ multipart }: Operation): Arbitrary<FormData> {
  const names = fc.constantFrom(...Object.keys(multipart?.parts ?? {}), 'payload', '__proto__', '');
  const values = fc.oneof(
    fc.string(),
    fc.uint8Array({ maxLength: 200 }).map((bytes) => new Blob([bytes], { type: 'image/png' })),
  );
  return fc.array(fc.tuple(names, values), { maxLength: 4 }).map((parts) => {
    const form = new FormData();
    for (const [name, value] of parts) form.append(name, value);
    return form;
  });
}

function contentsOf(operation: Operation): Arbitrary<Mutant['body']> {
  const anything = fc.oneof(fc.json(), fc.string(), fc.constant(undefined));
  if (operation.multipart)
    return fc.oneof({ arbitrary: oddForms(operation), weight: 5 }, { arbitrary: anything, weight: 1 });
  if (!operation.body) return anything;
  const mutated = bodiesOf(operation.id as OperationId).chain((body) => mutationsOf(body));
  return fc.oneof({ arbitrary: mutated, weight: 8 }, { arbitrary: anything, weight: 1 });
}

function mutantsOf(operation: Operation): Arbitrary<Mutant> {
  const step = fc.record({ at: fc.nat({ max: 8 }), text: oddText });
  return fc.record({
    step: fc.option(step, { freq: 3 }),
    query: oddQuery,
    body: contentsOf(operation),
  });
}

function pathOf(path: string, { step, query }: Mutant): string {
  if (step === null) return path + query;
  const steps = path.split('/');
  return steps.with(1 + (step.at % (steps.length - 1)), step.text).join('/') + query;
}

async function send({ description }: SandboxProcess, method: string, path: string, { body }: Mutant) {
  const isForm = body instanceof FormData;
  return fetch(`${description.url}${apiPrefix}${path}`, {
    method,
    headers: {
      authorization: authorization(description.bot.token),
      ...(!isForm && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && method !== 'GET' && { body }),
  });
}

/** Sends the mutants of one operation, and gives how many were answered with which status. */
async function attack(sandbox: SandboxProcess, operation: Operation, mutants: readonly Mutant[]): Promise<number[]> {
  const stage = Stage.in(sandbox);
  await stage.control('POST', 'reset', {});
  const path = pathWith(await makeThings(stage), operation, stage);
  await stage.client.close();
  const statuses: number[] = [];
  const waiting = mutants.values();
  async function work(): Promise<void> {
    for (const mutant of waiting) {
      const reply = await send(sandbox, operation.method, pathOf(path, mutant), mutant);
      const text = await reply.text();
      const story = `seed ${seed}: ${operation.id} ${JSON.stringify(mutant)} got ${reply.status} ${text.slice(0, 200)}`;
      expect([2, 4], story).toContain(Math.floor(reply.status / 100));
      expect(JSON.parse(text), story).toMatchObject({ success: reply.status < 300 });
      statuses.push(reply.status);
    }
  }
  await Promise.all(Array.from({ length: atOnce }, work));
  return statuses;
}

test('#150 100,000 calls with something wrong in path, query or body, over every operation, get 2xx or 4xx with JSON, and the sandbox lives on', async ({
  annotate,
}) => {
  await using sandbox = await SandboxProcess.start();
  const statuses: number[] = [];
  for (const operation of all) {
    const mutants = fc.sample(mutantsOf(operation), { numRuns: Math.ceil(wanted / all.length), seed });
    statuses.push(...(await attack(sandbox, operation, mutants)));
  }
  const served = statuses.filter((status) => status < 300).length;
  await annotate(
    `${statuses.length} calls: ${served} served, ${statuses.length - served} refused with 4xx, 0 others; seed ${seed}`,
    'reached',
  );
  expect(statuses.length).toBeGreaterThanOrEqual(wanted);
  expect(await sandbox.caller('ada').call('getLoggedInUser')).toMatchObject({ status: 200 });
  expect(sandbox.complaints).toBe('');
});
