import { z } from 'zod';
import { observed } from './certainty.js';
import { ChannelId, TeamId } from './ids.js';
import { Presence } from './resources/user.js';

/**
 * The frames a client may send (stated), with their payloads (observed). HEARTBEAT's may be empty, null or missing; who
 * types in a private conversation names no team (inferred).
 */
export const clientFrames = {
  HEARTBEAT: observed(z.looseObject({}).nullish(), 'docs', 'client:py', 'client:ts', 'client:teamlify', 'console'),
  PRESENCE_UPDATE: observed(z.looseObject({ presence: Presence }), 'client:teamlify'),
  CHANNEL_TYPING: observed(z.looseObject({ channelId: ChannelId, teamId: TeamId.nullish() }), 'client:teamlify'),
} as const;

export type ClientFrameKind = keyof typeof clientFrames;

export type ClientFrame = {
  [Kind in ClientFrameKind]: { readonly t: Kind; readonly d: z.input<(typeof clientFrames)[Kind]> };
}[ClientFrameKind];
