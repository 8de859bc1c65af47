import { privateChannelName } from '@botwright/protocol';
import { describe, expect, test } from 'vitest';
import { conversationName, findPlace, isOpenable, placeName, placeToOpen } from '../../web/src/place.js';
import type { ChatState } from '../../web/src/state.js';
import { channel, conversation, stateOf } from './people.js';

function inConversation(): ChatState {
  const directMessages = [conversation('dm', 'ada', 'bob')];
  return { ...stateOf('ada'), directMessages, names: new Map([['bob', 'Bob']]) };
}

describe('the place to open', () => {
  test('is the wanted one if it is there, else the first with text', () => {
    const opened = ['random', 'lounge', 'nowhere', undefined].map((wanted) => placeToOpen(stateOf('ada'), wanted));
    expect(opened).toEqual(['random', 'lounge', 'general', 'general']);
  });

  test('may be a conversation', () => {
    expect(placeToOpen(inConversation(), 'dm')).toBe('dm');
  });
});

test('a channel that may not be seen, or is of a kind the page does not show, is not a place', () => {
  const channels = [channel('news', 'announcement'), channel(privateChannelName), channel('films', 'watchstream')];
  expect(channels.map(isOpenable)).toEqual([true, false, false]);
});

test('a place is named as people write it', () => {
  const state = inConversation();
  const names = ['general', 'dm'].map((id) => {
    const place = findPlace(state, id);
    return place && placeName(place);
  });
  expect(names).toEqual(['#general', '@Bob']);
});

test('a conversation is named after the others in it, and after oneself when there is nobody else', () => {
  const state: ChatState = { ...stateOf('ada'), names: new Map(Object.entries({ ada: 'Ada', bob: 'Bob' })) };
  const names = [['ada', 'bob', 'cy'], ['ada']].map((users) => conversationName(state, conversation('dm', ...users)));
  expect(names).toEqual(['Bob, somebody', 'Ada']);
});
