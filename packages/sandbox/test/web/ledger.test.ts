import { describe, expect, test } from 'vitest';
import { type LedgerEntry, matchesFilter, titleOf } from '../../web/src/ledger.js';

const entry: LedgerEntry = {
  seq: 4,
  at: 0,
  kind: 'request',
  by: '9f',
  operation: 'createChannelMessage',
  method: 'POST',
  path: '/api/v1/channels/7/messages',
  body: { content: 'Hello' },
};

describe('a ledger entry', () => {
  test('is called by its operation, its event, its path or its kind, whichever it has', () => {
    const { operation: _operation, ...stray } = entry;
    expect(titleOf(entry)).toBe('createChannelMessage');
    expect(titleOf({ seq: 1, at: 0, kind: 'frame-in', event: 'HEARTBEAT' })).toBe('HEARTBEAT');
    expect(titleOf({ ...stray, operation: null })).toBe('POST /api/v1/channels/7/messages');
    expect(titleOf({ seq: 1, at: 0, kind: 'reset' })).toBe('reset');
  });

  test('of the page’s own says what was ignored, and why', () => {
    const line = { seq: -1, at: 0, kind: 'page', event: 'MESSAGE_SEND', problem: 'd.message is missing' };
    expect(titleOf(line)).toBe('ignored MESSAGE_SEND: d.message is missing');
  });

  test('passes a filter when every word stands in it, in its body or in the name of whose it is', () => {
    const filters = ['', 'hello', 'request ADA', 'createChannel hello', 'hello bob', 'MESSAGE_SEND'];
    expect(filters.filter((filter) => matchesFilter(entry, filter, 'ada'))).toEqual([
      '',
      'hello',
      'request ADA',
      'createChannel hello',
    ]);
  });
});
