// Run by Node alone, as a program that uses the library would be.
import { createBot } from 'botwright';

process.exit = () => {
  throw new Error('the library ended the process');
};

const bot = createBot();
await bot.start();
await bot.client.api.users.me();
await bot.stop();
process.stdout.write('stopped\n');
