import {
  Api,
  Client,
  inject,
  type Member,
  mayActOn,
  type Standing,
  standingOf,
  type TeamId,
  type UserId,
} from 'botwright';
import { memberOrNone } from './member-or-none.js';

/** Why a moderator may not act on somebody. Each has words of its own in `refusals.ts`. */
export type Refusal = 'self' | 'bot' | 'owner' | 'not-below-actor' | 'not-below-bot';

interface Act {
  readonly teamId: TeamId;
  readonly actorId: UserId;
  readonly targetId: UserId;
}

/** Decides who may act on whom in a team. That actor and bot hold the permission is the command's guard. */
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
      memberOrNone(this.api, teamId, targetId),
    ]);
    if (target === undefined) return undefined;
    const standing = (member: Member): Standing => standingOf({ team, roles, member });
    return compare(standing(actor), standing(bot), standing(target));
  }
}

function compare(actor: Standing, bot: Standing, target: Standing): Refusal | undefined {
  if (target.owner) return 'owner';
  if (!mayActOn(actor, target)) return 'not-below-actor';
  return mayActOn(bot, target) ? undefined : 'not-below-bot';
}
