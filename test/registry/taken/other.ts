import { Command, type CommandContext } from 'botwright';

@Command({ name: 'silence', summary: 'Says it in other words.', aliases: ['Mute'] })
export class Mute {
  async run(ctx: CommandContext): Promise<void> {
    await ctx.reply('Silence.');
  }
}
