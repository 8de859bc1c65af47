import { describe, expect, test } from 'vitest';
import { emptyFilter, type LedgerEntry, matchesFilter, titleOf } from '../../web/src/ledger.js';

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
    expect(filters.filter((text) => matchesFilter(entry, { ...emptyFilter, text }, 'ada'))).toEqual([
      '',
      'hello',
      'request ADA',
      'createChannel hello',
    ]);
  });

  test('passes a filter by kind and by whose it is', () => {
    const frame: LedgerEntry = { seq: 5, at: 0, kind: 'frame-out', event: 'MESSAGE_SEND', by: '9f', fault: 'late' };
    const shownBy = (filter: object) =>
      [entry, frame].filter((each) => matchesFilter(each, { ...emptyFilter, ...filter }, ''));
    expect(shownBy({ kind: 'calls' })).toEqual([entry]);
    expect(shownBy({ kind: 'frames' })).toEqual([frame]);
    expect(shownBy({ kind: 'faults' })).toEqual([frame]);
    expect(shownBy({ kind: 'connections' })).toEqual([]);
    expect(shownBy({ by: '9f' })).toEqual([entry, frame]);
    expect(shownBy({ by: '7c' })).toEqual([]);
  });
});
