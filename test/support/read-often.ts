// read-often.ts URL TOKEN SECONDS CHANNEL...: reads channels in turn, twenty calls at a time, for so many seconds. Prints
// how many calls were served and when the others were refused. PER_SECOND is the pace it was told; with BOTWRIGHT_REDIS_URL
// it shares its limits.
import { redisLimits } from '@botwright/cluster';
import { Client } from '@botwright/core';

const { PER_SECOND: pace } = process.env;
const [baseUrl = '', token = '', seconds = '', ...channels] = process.argv.slice(2);
const concurrency = 20;

const refusedAt: number[] = [];
let served = 0;
const rest = { sharedLimits: redisLimits(), ...(pace && { perSecond: Number(pace) }) };
const client = new Client({ token, baseUrl, log: { level: 'silent' }, rest });
client.rest.observe({
  reply({ status }) {
    if (status === 429) refusedAt.push(performance.timeOrigin + performance.now());
    else if (status === 200) served += 1;
  },
});
const signal = AbortSignal.timeout(Number(seconds) * 1_000);

async function read(start: number): Promise<void> {
  for (let call = start; !signal.aborted; call += 1) {
    await client.api.messages.list(channels[call % channels.length] ?? '', {}, { signal }).catch((error) => {
      if (!signal.aborted) throw error;
    });
  }
}

await Promise.all(Array.from({ length: concurrency }, (_, caller) => read(caller)));
await client.close();
process.stdout.write(JSON.stringify({ refusedAt, served }));
