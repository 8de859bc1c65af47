import type { GatewayEvent } from '@botwright/protocol';
import { channelReducers } from './reducers/channels.js';
import { listReducers } from './reducers/lists.js';
import { memberReducers } from './reducers/members.js';
import { messageReducers } from './reducers/messages.js';
import type { Reducers } from './reducers/reducers.js';
import { voiceReducers } from './reducers/voice.js';
import type { ChatState } from './state.js';

const reducers: Reducers = {
  ...messageReducers,
  ...channelReducers,
  ...memberReducers,
  ...listReducers,
  ...voiceReducers,
};

/** What a person sees after an event; kinds that change nothing on the page leave it as it is. */
export function applyEvent(state: ChatState, event: GatewayEvent): ChatState {
  if (!Object.hasOwn(reducers, event.kind)) return state;
  const reduce = reducers[event.kind] as (state: ChatState, data: unknown) => ChatState;
  return reduce(state, event.data);
}
