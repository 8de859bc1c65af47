import { createBot, definePlugin } from 'botwright';

const telling = definePlugin({
  name: 'telling',
  stop: () => {
    process.stdout.write('plugin stopped\n');
  },
});

export default createBot({ plugins: [telling()] });
