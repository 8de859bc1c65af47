import {
  Api,
  Client,
  inject,
  type Member,
  mayActOn,
  RequestRejected,
  type Standing,
  standingOf,
  type TeamId,
  type UserId,
} from 'botwright';

/** Why somebody may not be removed. Each has words of its own in `refusals.ts`. */
export type Refusal = 'self' | 'bot' | 'owner' | 'not-below-actor' | 'not-below-bot';

interface Act {
  readonly teamId: TeamId;
  readonly actorId: UserId;
  readonly targetId: UserId;
}

/** Decides who may be removed from a team by whom. That actor and bot hold the permission is the command's guard. */
export class Judgement {
  constructor(
    @inject(Client) private readonly client: Client,
    @inject(Api) private readonly api: Api,
  ) {}

  /**
   * What stands against an act, or `undefined`. Somebody who is no member stands below everybody.
   *
   * Team, roles and members are read anew each time: what cannot be undone must not rest on old data.
   *
   * @throws {RequestRejected} when the service does not let the bot read them.
   */
  async refusalOf({ teamId, actorId, targetId }: Act): Promise<Refusal | undefined> {
    const botId = this.client.user.id;
    if (targetId === actorId) return 'self';
    if (targetId === botId) return 'bot';
    const [team, roles, actor, bot, target] = await Promise.all([
      this.api.teams.get(teamId),
      this.api.roles.list(teamId),
      this.api.members.get(teamId, actorId),
      this.api.members.get(teamId, botId),
      this.memberOrNone(teamId, targetId),
    ]);
    if (target === undefined) return undefined;
    const standing = (member: Member): Standing => standingOf({ team, roles, member });
    return compare(standing(actor), standing(bot), standing(target));
  }

  private async memberOrNone(teamId: TeamId, userId: UserId): Promise<Member | undefined> {
    try {
      return await this.api.members.get(teamId, userId);
    } catch (failure) {
      if (failure instanceof RequestRejected && failure.status === 404) return undefined;
      throw failure;
    }
  }
}

function compare(actor: Standing, bot: Standing, target: Standing): Refusal | undefined {
  if (target.owner) return 'owner';
  if (!mayActOn(actor, target)) return 'not-below-actor';
  return mayActOn(bot, target) ? undefined : 'not-below-bot';
}
