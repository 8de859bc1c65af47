import {
  type AnswerOf,
  type ChannelId,
  limits,
  type OperationId,
  type Operations,
  type Ready,
  type Team,
  type TeamId,
} from '@botwright/protocol';
import type { CallInput } from './api.js';
import { findPlace, isConversation, isOfType, type Place, placeToOpen } from './place.js';
import {
  applyAnnouncements,
  applyDirectMessages,
  applyMessagePage,
  applyReady,
  applyTeam,
  applyTodos,
  type TeamSnapshot,
} from './snapshot-reducers.js';
import type { ChatState } from './state.js';

/** What an answer does to what a person sees. */
export type Step = (state: ChatState) => ChatState;

/** Does one operation as somebody. */
export type Caller = <Id extends OperationId>(operation: Id, input: CallInput<Id>) => Promise<AnswerOf<Operations[Id]>>;

/** Everything after READY, with what stands in the middle of the page: the place `state` has open, if it is still there. */
export async function readAll(call: Caller, ready: Ready, state: ChatState): Promise<Step> {
  const [teams, { DMs }] = await Promise.all([
    Promise.all(ready.teams.map((team) => readSnapshot(call, team))),
    call('listDirectMessages', { path: {} }),
  ]);
  const snapshot = { ready, teams, directMessages: DMs };
  const seen = applyReady(state, snapshot);
  const place = findPlace(seen, placeToOpen(seen, state.openChannelId));
  const fill = place ? await readPlace(call, place) : unchanged;
  return (latest) => fill({ ...applyReady(latest, snapshot), openChannelId: place?.id });
}

export async function readTeam(call: Caller, teamId: TeamId): Promise<Step> {
  const { team } = await call('getTeam', { path: { teamId } });
  const snapshot = await readSnapshot(call, team);
  return (state) => applyTeam(state, snapshot);
}

export async function readDirectMessages(call: Caller): Promise<Step> {
  const answer = await call('listDirectMessages', { path: {} });
  return (state) => applyDirectMessages(state, answer);
}

/** What a place holds. Voice rooms hold people, who come with the channel. */
export async function readPlace(call: Caller, place: Place): Promise<Step> {
  const path = { channelId: place.id };
  if (isConversation(place)) return readMessages(call, place.id, 0);
  if (isOfType(place, 'todo')) {
    const answer = await call('getTodoItems', { path });
    return (state) => applyTodos(state, place.id, answer);
  }
  if (isOfType(place, 'announcement')) {
    const answer = await call('getAnnouncements', { path });
    return (state) => applyAnnouncements(state, place.id, answer);
  }
  return unchanged;
}

/** One page of messages, leaving out the `offset` newest. */
export async function readMessages(call: Caller, channelId: ChannelId, offset: number): Promise<Step> {
  const limit = limits.messagesPerPage.value;
  const page = await call('getChannelMessages', { path: { channelId }, query: { limit, offset } });
  return (state) => applyMessagePage(state, channelId, page, page.messages.length === limit);
}

async function readSnapshot(call: Caller, team: Team): Promise<TeamSnapshot> {
  const path = { teamId: team.id };
  const [channels, roles, members, emojis] = await Promise.all([
    call('getTeamChannels', { path }),
    call('getTeamRoles', { path }),
    call('listMembers', { path }),
    call('getCustomReactions', { path }),
  ]);
  return { team, channels, roles, members, emojis };
}

function unchanged(state: ChatState): ChatState {
  return state;
}
