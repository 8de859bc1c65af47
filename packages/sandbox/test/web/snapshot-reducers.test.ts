import { ClientUser } from '@botwright/protocol';
import { describe, expect, test } from 'vitest';
import { applyMessagePage, applyReady } from '../../web/src/snapshot-reducers.js';
import { channelToOpen, emptyState } from '../../web/src/state.js';
import { channel, member, message, stateOf } from './people.js';

function at(minute: number, id: string) {
  return message(id, 'ada', { createdAt: new Date(Date.UTC(2026, 2, 1, 9, minute)).toISOString() });
}

describe('a page of messages', () => {
  test('is turned round, oldest first, and joined with what is known without doubles', () => {
    const state = stateOf('ada', [at(2, 'c'), at(3, 'd')]);
    const page = { messages: [at(2, 'c'), at(1, 'b'), at(0, 'a')], replyMessages: [] };
    const history = applyMessagePage(state, 'general', page, false).histories.get('general');
    expect(history?.messages.map(({ id }) => id)).toEqual(['a', 'b', 'c', 'd']);
    expect(history?.hasEarlier).toBe(false);
  });

  test('brings the messages that others answer', () => {
    const page = { messages: [at(5, 'answer')], replyMessages: [at(0, 'question')] };
    const state = applyMessagePage(emptyState, 'general', page, true);
    expect(state.histories.get('general')?.quoted.get('question')?.id).toBe('question');
  });
});

describe('READY', () => {
  const ready = { user: ClientUser.parse({ id: 'bob', username: 'bob' }), teams: [], heartbeatIntervalMs: 30_000 };

  test('replaces the old picture and keeps what the person was doing', () => {
    const before = { ...stateOf('bob', [message('old', 'ada')]), unread: new Set(['random']) };
    const [team] = before.teams.values();
    if (!team) throw new Error('the picture has a team');
    const snapshot = {
      team: team.team,
      channels: { channels: [channel('general')], categories: [] },
      roles: { roles: [] },
      members: { members: [member('bob')] },
    };
    const after = applyReady(before, ready, [snapshot]);
    expect(after.histories.size).toBe(0);
    expect(after.teams.get('team')?.channels.map(({ id }) => id)).toEqual(['general']);
    expect(after).toMatchObject({ openChannelId: 'general', unread: new Set(['random']) });
  });

  test('leaves nothing to open to whoever is in no team', () => {
    expect(channelToOpen(applyReady(stateOf('bob'), ready, []), 'general')).toBeUndefined();
  });
});

test('the channel to open is the wanted one if it can be read, else the first with text', () => {
  const state = stateOf('ada');
  expect(['random', 'lounge', 'nowhere', undefined].map((wanted) => channelToOpen(state, wanted))).toEqual([
    'random',
    'general',
    'general',
    'general',
  ]);
});
