import { type EventPayload, inject, Listener, On } from 'botwright';
import { Mutes } from '../mutes.js';

/** Keeps mutes right when members come back, or lose roles by somebody's hand. */
@Listener()
export class MuteWatch {
  constructor(@inject(Mutes) private readonly mutes: Mutes) {}

  @On('USER_JOINED_TEAM')
  muteAgain({ teamId, user }: EventPayload<'USER_JOINED_TEAM'>): Promise<void> {
    return this.mutes.rejoined(teamId, user.id);
  }

  @On('USER_ROLE_REMOVED')
  forget({ teamId, member, role }: EventPayload<'USER_ROLE_REMOVED'>): Promise<void> {
    return this.mutes.roleRemoved(teamId, member.id, role.id);
  }
}
