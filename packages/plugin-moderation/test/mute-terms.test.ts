import { ArgumentRefused, type CommandContext, Duration } from 'botwright';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type MuteTerms, muteTerms } from '../src/mute-terms.js';

// Nothing but the text is read.
const context = {} as CommandContext;

async function read(text: string): Promise<{ ms: number | undefined; reason: string | undefined }> {
  const { duration, reason }: MuteTerms = await muteTerms().parse(text, context);
  return { ms: duration?.ms, reason };
}

const hour = 3_600_000;

test.each([
  ['1h', hour, undefined],
  ['1h shouting', hour, 'shouting'],
  ['1h 30m shouting', 1.5 * hour, 'shouting'],
  ['2 hours of shouting', 2 * hour, 'of shouting'],
  ['1 hour and 30 minutes shouting', 1.5 * hour, 'shouting'],
  ['shouting for 1h', undefined, 'shouting for 1h'],
  ['10 times the same', undefined, '10 times the same'],
  ['1h 5 times the same', hour, '5 times the same'],
  ['1h two\nlines', hour, 'two\nlines'],
])('%j lasts %s ms, for the reason %j', async (text, ms, reason) => {
  expect(await read(text)).toEqual({ ms, reason });
});

test('any duration of whole seconds is read back from before any reason', async () => {
  const durations = fc.integer({ min: 1, max: 365 * 24 * 60 * 60 }).map((seconds) => new Duration(seconds * 1000));
  const reasons = fc.stringMatching(/^[a-z][a-z ]{0,100}[a-z]$/).map((text) => `because ${text}`);
  await fc.assert(
    fc.asyncProperty(durations, reasons, async (duration, reason) => {
      expect(await read(`${duration} ${reason}`)).toEqual({ ms: duration.ms, reason });
    }),
  );
});

test.each(['10ms', '0s', '366 days', '99999999w', `1h ${'x'.repeat(501)}`])('%s is refused', async (text) => {
  await expect((async () => read(text))()).rejects.toBeInstanceOf(ArgumentRefused);
});
