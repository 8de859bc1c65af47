import { setCustomStatus } from '../changes/users.js';
import { Refusal } from '../refusal.js';
import { asClientUser } from '../world/views.js';
import { endpoints } from './endpoint.js';

export const userEndpoints = endpoints({
  getUserById({ world, params }) {
    const account = world.accounts.get(params.userId);
    if (!account) throw Refusal.unknown('user', params.userId);
    return { user: account.user };
  },

  getLoggedInUser({ caller }) {
    return { user: asClientUser(caller) };
  },

  setCustomStatus({ caller, body, apply }) {
    const status = { content: body.content ?? null, emojiId: body.emojiId ?? null };
    return { user: apply(setCustomStatus(caller.id, status)) };
  },

  deleteCustomStatus({ caller, apply }) {
    return { user: apply(setCustomStatus(caller.id, { content: null, emojiId: null })) };
  },
});
