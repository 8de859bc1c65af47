import { events } from '@botwright/protocol';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { arbitraryOf } from '../../../protocol/test/support/arbitrary.js';
import { payloadSchemas } from '../../web/payload-schemas.js';
import { payloadProblem } from '../../web/src/payload.js';
import { message } from './people.js';

const schemas = payloadSchemas();
const sent = { message: message('m', 'ada'), channelId: 'general', channelType: 'text', teamId: 'team' };

test.each(Object.entries(events))('%s: whatever the contract promises can be shown', (kind, schema) => {
  fc.assert(
    fc.property(arbitraryOf(schema), (payload) => {
      expect(payloadProblem(kind, payload, schemas)).toBeUndefined();
    }),
    { numRuns: 50 },
  );
});

test.each(Object.keys(events))('%s: what is no object cannot', (kind) => {
  const refused = [undefined, null, 'text', 7, []].map((payload) => payloadProblem(kind, payload, schemas));
  expect(refused).not.toContain(undefined);
});

describe('a payload that cannot be shown is told by the first thing wrong with it', () => {
  test.each([
    ['a missing member', { ...sent, channelId: undefined }, 'd.channelId is undefined where string is wanted'],
    ['a member of another type', { ...sent, channelId: 7 }, 'd.channelId is number where string is wanted'],
    ['a member far inside', { ...sent, message: { ...sent.message, embeds: [null] } }, 'd.message.embeds.0 is null'],
    [
      'a time that is none',
      { ...sent, message: { ...sent.message, createdAt: 'soon' } },
      'd.message.createdAt is string',
    ],
    ['a resource that is missing', { channelId: 'general', channelType: 'text', teamId: null }, 'd.message is missing'],
  ])('%s', (_, payload, problem) => {
    expect(payloadProblem('MESSAGE_SEND', payload, schemas)).toContain(problem);
  });
});

test('a kind that the contract does not have is nobody’s problem', () => {
  expect(payloadProblem('toString', null, schemas)).toBeUndefined();
});
