import { type ClientFrameKind, clientFrames } from '@botwright/protocol';
import type { z } from 'zod';

/** A frame that a client may send, read. */
export type ReceivedFrame = {
  [Kind in ClientFrameKind]: { readonly kind: Kind; readonly data: z.output<(typeof clientFrames)[Kind]> };
}[ClientFrameKind];

/** Reads a client's frame. Nothing is returned for text that is no JSON, no known kind or not what the kind wants. */
export function readFrame(text: string): ReceivedFrame | undefined {
  const { t: kind, d: data } = parseObject(text);
  if (!isClientFrameKind(kind)) return undefined;
  const read = clientFrames[kind].safeParse(data);
  return read.success ? ({ kind, data: read.data } as ReceivedFrame) : undefined;
}

function parseObject(text: string): { t?: unknown; d?: unknown } {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? value : {};
  } catch {
    return {};
  }
}

function isClientFrameKind(kind: unknown): kind is ClientFrameKind {
  return typeof kind === 'string' && Object.hasOwn(clientFrames, kind);
}
