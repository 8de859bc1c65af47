import type { EventKind, EventPayload } from '@botwright/protocol';
import type { ChatState } from '../state.js';

/** What events of some kinds do to what a person sees. Applying one twice is the same as applying it once. */
export type Reducers = { readonly [Kind in EventKind]?: (state: ChatState, data: EventPayload<Kind>) => ChatState };
