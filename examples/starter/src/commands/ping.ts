import { Command, type CommandContext } from 'botwright';

@Command({ name: 'ping', summary: 'Answers at once: the bot is there.' })
export class Ping {
  async run(ctx: CommandContext): Promise<void> {
    await ctx.reply('Pong!');
  }
}
