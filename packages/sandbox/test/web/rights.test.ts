import { teamPermissions } from '@botwright/protocol';
import { expect, test } from 'vitest';
import { mayDelete, mayEdit } from '../../web/src/rights.js';
import { message, role, stateOf } from './people.js';

const byAda = message('m', 'ada');
const byBob = message('n', 'bob');

test('only one’s own messages can be edited', () => {
  expect([mayEdit(stateOf('bob'), byBob), mayEdit(stateOf('bob'), byAda)]).toEqual([true, false]);
});

test('deletion is offered for one’s own messages, to the owner, and to whom a role allows it', () => {
  const moderator = role('moderator', teamPermissions('DELETE_MESSAGES'));
  const speaker = role('speaker', teamPermissions('CREATE_INVITES'));
  expect(mayDelete(stateOf('bob'), byBob)).toBe(true);
  expect(mayDelete(stateOf('ada'), byBob)).toBe(true);
  expect(mayDelete(stateOf('bob', [], [moderator]), byAda)).toBe(true);
  expect(mayDelete(stateOf('bob', [], [speaker]), byAda)).toBe(false);
});
