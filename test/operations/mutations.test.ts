import { apiPrefix, authorization, exceededLimits, type Operation, operations } from '@botwright/protocol';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bodiesOf } from './support/bodies.js';
import { mutationsOf } from './support/mutations.js';
import { Stage } from './support/stage.js';
import { makeThings, pathWith, type Things } from './support/things.js';

let stage: Stage;
let things: Things;

beforeAll(async () => {
  stage = await Stage.open();
  things = await makeThings(stage);
});

afterAll(async () => {
  await stage[Symbol.asyncDispose]();
});

// What GitHub delivers is not the contract's business: any JSON is taken.
const withBody = Object.values<Operation>(operations).filter(({ id, body }) => body && id !== 'webhookForGithub');

/** Past the client, which would refuse such a body itself. */
async function send(operation: Operation, body: string) {
  const { url, bot } = stage.sandbox.description;
  const reply = await fetch(url + apiPrefix + pathWith(things, operation, stage), {
    method: operation.method,
    headers: { 'content-type': 'application/json', authorization: authorization(bot.token) },
    body,
  });
  return { status: reply.status, answer: (await reply.json()) as Record<string, unknown> };
}

function isWithinContract({ body, limits = [] }: Operation, text: string): boolean {
  const read = body?.safeParse(JSON.parse(text));
  return read?.success === true && exceededLimits(limits, read.data).length === 0;
}

describe('a body with something wrong in it', () => {
  test.each(withBody.map(({ id }) => id as Parameters<typeof bodiesOf>[0]))(
    'is refused by %s with a coded 4xx, and changes nothing',
    async (id) => {
      const operation: Operation = operations[id];
      const bodies = bodiesOf(id).chain((body) => mutationsOf(body));
      const property = fc.asyncProperty(bodies, async (body) => {
        const before = await stage.world();
        const { status, answer } = await send(operation, body);
        if (status === 200) {
          expect(isWithinContract(operation, body)).toBe(true);
          return;
        }
        expect(status).toBeGreaterThanOrEqual(400);
        expect(status).toBeLessThan(500);
        expect(answer).toMatchObject({ success: false, code: expect.any(String), message: expect.any(String) });
        if (!isWithinContract(operation, body)) expect(status).toBe(400);
        expect(await stage.world()).toEqual(before);
      });
      await fc.assert(property, { numRuns: 60 });
    },
  );
});
