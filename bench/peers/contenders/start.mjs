import { get } from 'node:http';
import { callAll, ready, task, where } from '../../contenders/measure.mjs';

/** To be called at READY: asks for the work, or does it where it is calls. */
export function startWork(create) {
  ready();
  // What fails ends the process, and the run with it.
  if (task === 'rest') void callAll((channelId, content) => create(idOf(channelId), content));
  else get(`${where.origin}/start`).on('response', (response) => response.resume());
}

/** Channels have ids of the other service here. */
function idOf(channelId) {
  return String(1_100_000_000_000_000_000n + BigInt(`0x${channelId}`));
}
