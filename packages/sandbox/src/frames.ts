import { z } from 'zod';
import type { RawFrame } from './gateway/gateway.js';

const to = z.string().min(1);
const text = z.string();

/** Checks what the control call takes; exactly one form fits. */
export const SentFrame = z.union(
  [
    z.strictObject({ to, t: z.string(), d: z.unknown() }),
    z.strictObject({ to, text }),
    z.strictObject({ to, base64: z.base64(), as: z.enum(['binary', 'text']).optional() }),
  ],
  'must be {to, t, d}, {to, text} or {to, base64, as?}',
);

/** What is sent to a user, by their id. */
export type SentFrame =
  | { readonly to: string; readonly t: string; readonly d?: unknown }
  | { readonly to: string; readonly text: string }
  | {
      readonly to: string;
      readonly base64: string;
      /** A text frame can so carry bytes that are no text. Default: `binary`. */
      readonly as?: 'binary' | 'text' | undefined;
    };

export function frameFrom(sent: SentFrame): RawFrame {
  if ('text' in sent) return { text: sent.text };
  if ('base64' in sent) return { bytes: Buffer.from(sent.base64, 'base64'), as: sent.as ?? 'binary' };
  return { text: JSON.stringify({ t: sent.t, d: sent.d }) };
}
