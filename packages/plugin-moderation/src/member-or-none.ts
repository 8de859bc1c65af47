import { type Api, type Member, RequestRejected, type TeamId, type UserId } from 'botwright';

/** A member as the service knows them now; `undefined` for somebody who is not in the team. */
export async function memberOrNone(api: Api, teamId: TeamId, userId: UserId): Promise<Member | undefined> {
  try {
    return await api.members.get(teamId, userId);
  } catch (failure) {
    if (failure instanceof RequestRejected && failure.status === 404) return undefined;
    throw failure;
  }
}
