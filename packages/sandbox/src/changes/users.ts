import type { User, UserId } from '@botwright/protocol';
import { type Change, worldEvent } from '../world/change.js';
import { existing } from '../world/state.js';
import { acquaintancesOf } from './audience.js';

type UserStatus = NonNullable<User['userStatus']>;

/** Sets the line that a user shows under their name; null in both members clears it. */
export function setCustomStatus(userId: UserId, userStatus: UserStatus): Change<User> {
  return (state) => {
    const account = existing(state.accounts, userId);
    const user = { ...account.user, userStatus };
    state.accounts.set(userId, { ...account, user });
    return {
      answer: user,
      events: [worldEvent('USER_PROFILE_UPDATED', { user }, acquaintancesOf(state, userId))],
    };
  };
}
