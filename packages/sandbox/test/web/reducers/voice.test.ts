import type { GatewayEvent } from '@botwright/protocol';
import { expect, test } from 'vitest';
import { applyEvent } from '../../../web/src/event-reducers.js';
import type { ChatState } from '../../../web/src/state.js';
import { channel, stateOf, user } from '../people.js';

const teamId = 'team';
const opened: GatewayEvent = { kind: 'CHANNEL_CREATED', data: { channel: channel('stage', 'voice'), teamId } };

function joined(id: string, channelId: string): GatewayEvent {
  return { kind: 'USER_JOINED_VOICE_CHANNEL', data: { user: user(id), channelId, teamId } };
}

function muted(id: string, channelId: string): GatewayEvent {
  const signs = { isMuted: true, isDeafened: false, isStreaming: false };
  return { kind: 'USER_UPDATED_VOICE_METADATA', data: { user: user(id), channelId, teamId, ...signs } };
}

function told(...events: readonly GatewayEvent[]): ChatState {
  return [opened, ...events].reduce(applyEvent, stateOf('ada'));
}

function peopleIn(state: ChatState, channelId: string) {
  return state.teams.get('team')?.channels.find(({ id }) => id === channelId)?.participants;
}

test('people come into a voice room once and leave it', () => {
  const state = told(joined('bob', 'lounge'), joined('bob', 'lounge'), joined('ada', 'lounge'));
  expect(peopleIn(state, 'lounge')?.map(({ id }) => id)).toEqual(['bob', 'ada']);
  const left: GatewayEvent = {
    kind: 'USER_LEFT_VOICE_CHANNEL',
    data: { user: user('bob'), channelId: 'lounge', teamId },
  };
  expect(peopleIn(applyEvent(state, left), 'lounge')).toEqual([{ id: 'ada' }]);
});

test('nobody is in two rooms', () => {
  const state = told(joined('bob', 'lounge'), joined('bob', 'stage'));
  expect([peopleIn(state, 'lounge'), peopleIn(state, 'stage')]).toEqual([[], [{ id: 'bob' }]]);
});

test('somebody who is moved stays muted', () => {
  const move = { userId: 'bob', fromChannelId: 'lounge', toChannelId: 'stage', teamId, token: null };
  const state = told(joined('bob', 'lounge'), muted('bob', 'lounge'), { kind: 'VOICE_CHANNEL_MOVE', data: move });
  expect(peopleIn(state, 'lounge')).toEqual([]);
  expect(peopleIn(state, 'stage')).toMatchObject([{ id: 'bob', isMuted: true, isDeafened: false }]);
});

test('whoever leaves the team leaves its rooms', () => {
  const state = told(joined('bob', 'lounge'), { kind: 'USER_LEFT_TEAM', data: { member: user('bob'), teamId } });
  expect(peopleIn(state, 'lounge')).toEqual([]);
});
