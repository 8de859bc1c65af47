import { createBot, definePlugin } from 'botwright';

function plugin(name: string) {
  return definePlugin({
    name,
    start: () => {
      if (name === 'c') throw new Error('c is ill');
      process.stdout.write(`start ${name}\n`);
    },
    stop: () => {
      process.stdout.write(`stop ${name}\n`);
      if (name === 'b') throw new Error('b would not go');
    },
  })();
}

export default createBot({ plugins: ['a', 'b', 'c', 'd', 'e'].map(plugin) });
