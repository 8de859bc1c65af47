import { Api, Client, type Duration, inject, type RoleId, type TeamId, type UserId } from 'botwright';
import { Deadlines } from './deadlines.js';
import { memberOrNone } from './member-or-none.js';
import { Turns } from './turns.js';

interface Mute {
  readonly teamId: TeamId;
  readonly userId: UserId;
  readonly roleId: RoleId;
  /** When the member had joined; another moment later on means that they left and came back. */
  readonly joinedAt: string | null;
  /** Epoch milliseconds; without it the mute lasts until somebody ends it. */
  readonly endsAt: number | undefined;
}

export interface MuteOrder {
  readonly teamId: TeamId;
  readonly userId: UserId;
  readonly roleId: RoleId;
  /** Without one the mute lasts until somebody ends it. */
  readonly duration?: Duration | undefined;
}

const retryAfterMs = 60_000;

/**
 * Who is muted, and until when. It lives as long as the process: the role outlives that, the end of a term does not.
 *
 * The last decision about a member wins, whoever made it and however: a new term takes the place of the one before, and
 * a role that somebody took away by hand is not given again.
 */
export class Mutes {
  readonly #mutes = new Map<string, Mute>();
  readonly #turns = new Turns();
  readonly #deadlines: Deadlines;

  constructor(
    @inject(Client) private readonly client: Client,
    @inject(Api) private readonly api: Api,
  ) {
    this.#deadlines = new Deadlines(client.clock, (key) => void this.#end(key));
  }

  /**
   * Mutes a member, or changes the term of one who is muted.
   *
   * @returns The end in epoch milliseconds, if there is one.
   * @throws {RequestRejected} 403 when the bot may not give the role, 404 for somebody who is not in the team.
   */
  mute({ teamId, userId, roleId, duration }: MuteOrder): Promise<number | undefined> {
    const key = keyOf(teamId, userId);
    return this.#turns.take(key, async () => {
      const member = await this.api.members.get(teamId, userId);
      if (!member.roles.includes(roleId)) await this.api.members.addRole(teamId, userId, roleId);
      const endsAt = duration && this.client.clock.now() + duration.ms;
      this.#mutes.set(key, { teamId, userId, roleId, joinedAt: member.joinedAt, endsAt });
      if (endsAt === undefined) this.#deadlines.clear(key);
      else this.#deadlines.set(key, endsAt);
      return endsAt;
    });
  }

  /**
   * Ends a mute, also one from before the bot was started.
   *
   * @param roleId - The team's mute role, if it has one.
   * @returns Whether there was anything to end.
   * @throws {RequestRejected} 403 when the bot may not take the role.
   */
  unmute(teamId: TeamId, userId: UserId, roleId: RoleId | undefined): Promise<boolean> {
    const key = keyOf(teamId, userId);
    return this.#turns.take(key, async () => {
      const held = this.#mutes.get(key);
      const role = held?.roleId ?? roleId;
      const hadRole = role !== undefined && (await this.#takeRole(teamId, userId, role));
      this.#forget(key);
      return hadRole || held !== undefined;
    });
  }

  /** Mutes somebody who came back while their term lasts. */
  async rejoined(teamId: TeamId, userId: UserId): Promise<void> {
    await this.#compare(keyOf(teamId, userId), true);
  }

  /** Looks whether somebody took the role away by hand: that ends the mute. */
  async roleRemoved(teamId: TeamId, userId: UserId, roleId: RoleId): Promise<void> {
    const key = keyOf(teamId, userId);
    if (this.#mutes.get(key)?.roleId === roleId) await this.#compare(key, false);
  }

  /** Catches up with what happened while there was no connection. */
  async catchUp(): Promise<void> {
    await Promise.all([...this.#mutes.keys()].map((key) => this.#compare(key, false)));
  }

  close(): void {
    this.#deadlines.close();
  }

  #compare(key: string, hasRejoined: boolean): Promise<void> {
    return this.#turns.take(key, async () => {
      const mute = this.#mutes.get(key);
      if (mute === undefined) return;
      const { teamId, userId, roleId } = mute;
      const member = await memberOrNone(this.api, teamId, userId);
      if (member === undefined || member.roles.includes(roleId)) return;
      if (!hasRejoined && member.joinedAt === mute.joinedAt) {
        this.#forget(key);
        return;
      }
      await this.api.members.addRole(teamId, userId, roleId);
      this.#mutes.set(key, { ...mute, joinedAt: member.joinedAt });
    });
  }

  /** Ends a term that is over; one that was changed in the meantime is not. */
  #end(key: string): Promise<void> {
    return this.#turns.take(key, async () => {
      const mute = this.#mutes.get(key);
      const now = this.client.clock.now();
      if (mute?.endsAt === undefined || mute.endsAt > now) return;
      try {
        await this.#takeRole(mute.teamId, mute.userId, mute.roleId);
        this.#forget(key);
      } catch (err) {
        this.client.log.warn({ err, retryAfterMs }, 'a mute is over, but its role could not be taken away');
        this.#deadlines.set(key, now + retryAfterMs);
      }
    });
  }

  /** Whether the member had the role. Somebody who left has none. */
  async #takeRole(teamId: TeamId, userId: UserId, roleId: RoleId): Promise<boolean> {
    const member = await memberOrNone(this.api, teamId, userId);
    if (!member?.roles.includes(roleId)) return false;
    await this.api.members.removeRole(teamId, userId, roleId);
    return true;
  }

  #forget(key: string): void {
    this.#mutes.delete(key);
    this.#deadlines.clear(key);
  }
}

function keyOf(teamId: TeamId, userId: UserId): string {
  return JSON.stringify([teamId, userId]);
}
