import { openDirectMessage } from '../changes/direct-messages.js';
import { Refusal } from '../refusal.js';
import { asDirectMessage } from '../world/direct-messages.js';
import { endpoints } from './endpoint.js';

export const directMessageEndpoints = endpoints({
  createDirectMessage({ apply, body, caller, world }) {
    const users = new Set([caller.id, ...body.users.map(({ id }) => id)]);
    for (const id of users) if (!world.accounts.has(id)) throw Refusal.unknown('user', id);
    if (users.size === 1) throw Refusal.badInput('users must name somebody else than the caller');
    return { DM: asDirectMessage(world, apply(openDirectMessage(users))) };
  },

  listDirectMessages({ caller, world }) {
    const own = [...world.directMessages.values()].filter(({ users }) => users.includes(caller.id));
    return { DMs: own.map((conversation) => asDirectMessage(world, conversation)) };
  },
});
