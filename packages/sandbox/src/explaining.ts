import type { ChannelId, TeamId, UserId } from '@botwright/protocol';
import { Refusal } from './refusal.js';
import type { WorldView } from './world/state.js';

/** Who would say a text, and where. In a private conversation `teamId` is null. */
export interface ExplainedPlace {
  readonly teamId: TeamId | null;
  readonly channelId: ChannelId;
  readonly userId: UserId;
}

/** Says what a bot would make of a text, as JSON that the sandbox hands on as it is. */
export type Explainer = (text: string, place: ExplainedPlace) => Promise<unknown>;

/** @throws {Refusal} for a person or a channel that there is not. */
export function placeIn(view: WorldView, channelId: ChannelId, userId: UserId): ExplainedPlace {
  if (!view.accounts.has(userId)) throw Refusal.unknown('user', userId);
  const channel = view.channels.get(channelId);
  if (!channel && !view.directMessages.has(channelId)) throw Refusal.unknown('channel', channelId);
  return { teamId: channel?.teamId ?? null, channelId, userId };
}

/** @throws {Refusal} with the bot's own words when it fails. */
export async function explainedBy(explainer: Explainer, text: string, place: ExplainedPlace): Promise<unknown> {
  try {
    return await explainer(text, place);
  } catch (failure) {
    throw Refusal.explainerFailed(failure instanceof Error ? failure.message : String(failure));
  }
}
