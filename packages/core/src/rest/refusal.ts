import { limitNotice } from './limit-headers.js';
import type { Refusal } from './limiter.js';
import { headerText, noticeInBody, retryAfterMs } from './retry-after.js';
import type { TransportReply } from './transport.js';

/**
 * What an answer of 429 says. It is about all requests where a header or the body says so (no source shows how ours
 * would: both customs are known), and about the one request alone where the bucket still had some left.
 * @param makesSequence - Nothing may overtake the request, so its bucket waits with it.
 */
export function refusalIn(reply: TransportReply, now: number, makesSequence: boolean): Refusal {
  const { headers } = reply;
  const body = noticeInBody(reply.body.toString());
  const notice = limitNotice(headers, now);
  const isGlobal = body.isGlobal || saysGlobal(headers);
  const isAlone = !makesSequence && (notice?.remaining ?? 0) > 0;
  return {
    pauseMs: retryAfterMs(headers, now) ?? body.retryAfterMs ?? notice?.resetMs,
    scope: isGlobal ? 'all' : isAlone ? 'call' : 'bucket',
    notice,
  };
}

function saysGlobal(headers: TransportReply['headers']): boolean {
  const global = headerText(headers, 'x-ratelimit-global');
  if (global !== undefined) return !/^(?:false|0|)$/i.test(global.trim());
  return headerText(headers, 'x-ratelimit-scope')?.trim().toLowerCase() === 'global';
}
