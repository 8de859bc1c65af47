import { observed } from '../certainty.js';
import { UserId } from '../ids.js';
import { Presence, UserRpc } from '../resources/user.js';
import { resource } from '../wire.js';

export const presenceEvents = {
  // Each of the two may be missing when the other one changed.
  PRESENCE_UPDATE: observed(
    resource({
      userId: observed(UserId, 'client:ts', 'client:teamlify'),
      presence: observed(Presence.optional(), 'client:ts', 'client:teamlify'),
      userRPC: observed(UserRpc.optional(), 'client:ts'),
    }),
    'docs',
    'client:ts',
    'client:teamlify',
  ),
} as const;
