// The same work as a user writes it: createBot, a decorated command, a listener.
import { Command, createBot, Listener, On, Rest, text } from 'botwright';
import { begin, callAll, end, ready, task, where } from './measure.mjs';

let handled = 0;

// Decorators are called by hand here, because this file is not compiled.
class Echo {
  what = '';
  async run(ctx) {
    await ctx.reply(this.what);
    handled += 1;
  }
}
Rest(text(), 'what to say')(Echo.prototype, 'what');
Command({ name: 'echo', summary: 'Says it back.' })(Echo);

class Counter {
  count() {
    handled += 1;
  }
}
On('MESSAGE_SEND')(Counter.prototype, 'count', { value: Counter.prototype.count });
Listener()(Counter);

const bot = createBot({
  credentials: { token: where.token, baseUrl: where.origin },
  commands: task === 'command' || task === 'heap' ? [Echo] : [],
  listeners: task === 'ingest' || task === 'heap' ? [Counter] : [],
});

await bot.start();
ready();
const { api, events, gateway } = bot.client;
events.onUnknown(({ t }) => {
  if (t === 'BENCH_BEGIN') begin();
  if (t === 'BENCH_END') end(() => (task === 'unheard' ? gateway.stats.eventsUnheard : handled));
});
gateway.send({ t: 'PRESENCE_UPDATE', d: { presence: 1 } });

if (task === 'rest') await callAll((channelId, content) => api.messages.create(channelId, { content }));
