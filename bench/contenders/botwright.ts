// The same work as a user writes it: createBot, a decorated command, a listener.
import { Command, type CommandContext, createBot, Listener, On, Rest, text } from 'botwright';
import { count, done, origin, ready, task, token } from './measure.ts';

let handled = 0;

// Decorators are called by hand here, because Node runs this file without compiling it.
class Echo {
  what = '';
  async run(ctx: CommandContext): Promise<void> {
    await ctx.reply(this.what);
    handled += 1;
  }
}
Rest(text(), 'what to say')(Echo.prototype, 'what');
Command({ name: 'echo', summary: 'Says it back.' })(Echo);

class Counter {
  count(): void {
    handled += 1;
  }
}
On('MESSAGE_SEND')(Counter.prototype, 'count', { value: Counter.prototype.count });
Listener()(Counter);

const bot = createBot({
  credentials: { token, baseUrl: origin },
  commands: task === 'command' ? [Echo] : [],
  listeners: task === 'ingest' ? [Counter] : [],
});

await bot.start();
ready();
if (task === 'ready') done(0);
bot.client.events.onUnknown(({ t }) => {
  if (t === 'BENCH_DONE') setImmediate(() => done(task === 'unheard' ? count : handled));
});
bot.client.gateway.send({ t: 'PRESENCE_UPDATE', d: { presence: 1 } });
