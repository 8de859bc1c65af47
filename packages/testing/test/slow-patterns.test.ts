import { type HeardContext, Hears, Keyword, Listener } from 'botwright';
import { expect, test } from 'vitest';
import { testBot } from '../src/index.js';

const heard: string[] = [];

@Listener()
class Ears {
  @Hears(/^flood(a+)+$/)
  @Hears(/(a|aa)+$/)
  bad({ content }: HeardContext): void {
    heard.push(content);
  }

  @Hears(/ticket-(\d+)/)
  async good(context: HeardContext): Promise<void> {
    await context.reply(`Ticket ${context.match.groups[1]} is open.`);
  }

  @Keyword('tea')
  async tea(context: HeardContext): Promise<void> {
    await context.reply('Milk?');
  }
}

test('a flood of messages that patterns choke on keeps neither the other patterns nor the channel waiting', async ({
  annotate,
}) => {
  await using it = await testBot({ listeners: [Ears] });
  const { ada, bob, cy } = it.people;
  const flood = `flood${'a'.repeat(1_500)}!`;
  await ada.listens();
  // Each of them takes both patterns their 40 ms: 12 s and more, if anybody waited for it.
  for (let sent = 0; sent < 50; sent++) await Promise.all([bob, cy, ada].map((person) => person.says(flood)));
  const begun = performance.now();
  expect((await ada.asks('see ticket-7', { timeoutMs: 20_000 })).content).toBe('Ticket 7 is open.');
  expect((await ada.asks('some tea, then')).content).toBe('Milk?');
  const tookMs = performance.now() - begun;
  expect(tookMs).toBeLessThan(4_000);
  expect(heard).toEqual([]);
  await annotate(`answered after ${tookMs.toFixed(0)} ms`, 'reached');
});
